import { foreignColors, get, htmlPage, post, postForm } from '../answers.ts'
import type { ForeignRoute } from '../page.ts'

const button = (id: string, words: string) => `<button type="button" id="${id}">${words}</button>`

/** A last page with the ways to its end behind buttons: a call, a new address of the same document, another document. */
export const endings: readonly ForeignRoute[] = [
  get('/endings', ({ token }) =>
    htmlPage({
      title: 'The last page',
      color: 'last',
      body: `<label>Note <input name="note"></label>
${button('call', 'Send by a call')} ${button('history', 'Send, and change the address')}
${postForm(`/endings/portal?t=${encodeURIComponent(token)}`, '', { t: token }, 'Send to the portal')}
<script>
  const send = () =>
    fetch('/endings/sent?t=' + encodeURIComponent(${JSON.stringify(token).replaceAll('<', '\\u003c')}), { method: 'POST', body: 'x' })
  const thank = () => {
    document.querySelector('main').innerHTML = '<h1>Thank you</h1>'
    document.documentElement.style.background = '${foreignColors.done}'
  }
  const on = (id, act) => document.querySelector('#' + id).addEventListener('click', act)
  on('call', async () => { await send(); thank() })
  on('history', async () => { await send(); history.pushState({}, '', '/endings/thank-you'); thank() })
</script>`,
    }),
  ),
  post('/endings/sent', ({ token, vendor }) => {
    vendor.submitForms(token)
    return { status: 204 }
  }),
  post('/endings/portal', ({ token, vendor }) => {
    vendor.submitForms(token)
    return htmlPage({
      title: 'Your portal',
      color: 'elsewhere',
      body: '<p>Discover our other services.</p>',
    })
  }),
]
