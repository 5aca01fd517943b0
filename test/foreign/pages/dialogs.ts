import { get, htmlPage, sendsTo } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

/** A form that is sent only after the browser's own question (`confirm`). */
export const page: ForeignPage = {
  name: '/dialogs',
  routes: [
    get('/dialogs', ({ token }) =>
      htmlPage({
        title: 'Before you send',
        color: 'last',
        body: `
<form id="send" method="post" action="/dialogs"><input type="hidden" name="t" value="${token}"><button>Send</button></form>
<script>
  document.getElementById('send').onsubmit = (event) => {
    if (!confirm('Send your answers now?')) event.preventDefault()
  }
</script>`,
      }),
    ),
    ...sendsTo('/dialogs', '/dialogs/done'),
  ],
}
