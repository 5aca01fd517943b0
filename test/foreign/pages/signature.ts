import { foreignColors, get, htmlPage, post, postForm, redirect } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

/** Script of the provider's frame: what is drawn with the pointer is told to the page around it, stroke by stroke. */
const pad = `
  const canvas = document.querySelector('canvas')
  const pen = canvas.getContext('2d')
  pen.lineWidth = 6
  let drawing = false
  canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
    drawing = true
    pen.beginPath()
    pen.moveTo(offsetX, offsetY)
  })
  canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    if (!drawing) return
    pen.lineTo(offsetX, offsetY)
    pen.stroke()
  })
  canvas.addEventListener('pointerup', () => {
    drawing = false
    parent.postMessage({ signature: canvas.toDataURL() }, '*')
  })`

/** A canvas of another host in a frame; what is signed there comes back by a message and is sent with the form. */
export const page: ForeignPage = {
  name: '/signature',
  routes: [
    get('/signature', ({ token, vendor: { origins } }) =>
      htmlPage({
        title: 'Please sign',
        color: 'asks',
        body: `<iframe id="signature" title="Signature" src="${origins.signature}/pad"></iframe>
${postForm('/signature', '<input type="hidden" name="signature" value="">', { t: token }, 'Send')}
<script>addEventListener('message', ({ origin, data }) => {
  if (origin !== ${JSON.stringify(origins.signature)}) return
  document.forms[0].elements.signature.value = data.signature
  document.documentElement.style.background = '${foreignColors.last}'
})</script>`,
      }),
    ),
    get(
      '/pad',
      () =>
        htmlPage({
          title: 'Sign here',
          color: 'frame',
          body: `<canvas width="600" height="200" style="background:#fef9c3;touch-action:none"></canvas><script>${pad}</script>`,
        }),
      'signature',
    ),
    post('/signature', ({ token, form, vendor }) => {
      if (!form.get('signature')?.startsWith('data:image/png;base64,'))
        return htmlPage({
          title: 'Not signed',
          color: 'elsewhere',
          body: '<p>Please sign first.</p>',
          status: 422,
        })
      vendor.keep(token, form)
      vendor.submitForms(token)
      return redirect('/signature/done', 303)
    }),
    get('/signature/done', () =>
      htmlPage({ title: 'Thank you', color: 'done', body: '<p>We have your signature.</p>' }),
    ),
  ],
}
