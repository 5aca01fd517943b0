import { foreignColors, get, htmlPage, post, postForm, redirect } from '../answers.ts'
import type { ForeignPage, ForeignRequest } from '../page.ts'

const button = (id: string, words: string) => `<button type="button" id="${id}">${words}</button>`

/** Act of the vendor's backend when a form was sent: `count` in the query says how many are marked as submitted. */
function submit({ token, url, vendor }: ForeignRequest) {
  const count = url.searchParams.get('count')
  vendor.submitForms(token, count === null ? undefined : Number(count))
}

/**
 * A last page with every way to its end, each behind a button. By a call, by a new address of the same document or
 * another document, by a wish to be closed, by an unlisted host, and by its own death.
 */
export const page: ForeignPage = {
  name: '/endings',
  routes: [
    get('/endings', ({ token }) =>
      htmlPage({
        title: 'The last page',
        color: 'last',
        body: `<label>Note <input name="note"></label>
${button('call', 'Send by a call')} ${button('history', 'Send, and change the address')}
${button('close', 'Send and close')} ${button('close-early', 'Close')}
${button('leave', 'Send and leave')} ${button('late', 'Send, taken later')} ${button('silent', 'Send without a sign')}
${postForm(`/endings/portal?t=${encodeURIComponent(token)}`, '', { t: token }, 'Send to the portal')}
<script>
  const send = (query = '') =>
    fetch('/endings/sent?t=' + encodeURIComponent(${JSON.stringify(token).replaceAll('<', '\\u003c')}) + query, { method: 'POST', body: 'x' })
  const thank = () => {
    document.querySelector('main').innerHTML = '<h1>Thank you</h1>'
    document.documentElement.style.background = '${foreignColors.done}'
  }
  const on = (id, act) => document.querySelector('#' + id).addEventListener('click', act)
  on('call', async () => { await send(); thank() })
  on('history', async () => { await send(); history.pushState({}, '', '/endings/thank-you'); thank() })
  on('close', async () => { await send(); window.close() })
  on('close-early', () => window.close())
  on('leave', async () => { await send(); location.href = '/endings/away' })
  on('late', async () => { await send('&late=1'); thank() })
  on('silent', () => { navigator.sendBeacon('/endings/sent?t=' + encodeURIComponent(${JSON.stringify(token).replaceAll('<', '\\u003c')}), 'x'); thank() })
</script>`,
      }),
    ),
    post('/endings/sent', (request) => {
      if (request.url.searchParams.has('late')) setTimeout(() => submit(request), 1_500).unref()
      else submit(request)
      return { status: 204 }
    }),
    get('/endings/away', ({ vendor }) => redirect(`${vendor.origins.portal}/welcome`)),
    post('/endings/portal', (request) => {
      submit(request)
      return htmlPage({
        title: 'Your portal',
        color: 'elsewhere',
        body: '<p>Discover our other services.</p>',
      })
    }),
  ],
}
