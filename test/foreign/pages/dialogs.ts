import { get, htmlPage, sendsTo } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

const flood = `for (let left = 50; left > 0; left--) alert('Once more ' + left)`

/**
 * A form that is sent only after the browser's own questions: `confirm` before it goes, `prompt` for a name, `alert`
 * after a mistake, `beforeunload` while something is not kept, and a frame of another host that asks as well.
 */
export const page: ForeignPage = {
  name: '/dialogs',
  routes: [
    get('/dialogs', ({ token, vendor: { origins } }) =>
      htmlPage({
        title: 'Before you send',
        color: 'last',
        body: `
<p id="name">No name yet</p>
<button id="ask-name">Who fills this in?</button>
<button id="warn">Check</button>
<button id="flood">Hurry</button>
<a id="leave" href="/dialogs/done">Leave</a>
<button id="frame">Sign</button>
<form id="send" method="post" action="/dialogs"><input type="hidden" name="t" value="${token}">
<input type="hidden" name="filledInBy" value=""><button>Send</button></form>
<script>
  const by = (id) => document.getElementById(id)
  by('ask-name').onclick = () => {
    const name = prompt('Who fills in this form?', '')
    if (name === null) return
    by('name').textContent = name
    by('send').elements.filledInBy.value = name
  }
  by('warn').onclick = () => alert('<b>Please</b> look at \\u202Equestion 2.')
  by('flood').onclick = () => { ${flood}; by('name').textContent = 'over' }
  by('leave').onclick = () => addEventListener('beforeunload', (event) => event.preventDefault())
  by('frame').onclick = () =>
    document.querySelector('main').append(Object.assign(document.createElement('iframe'), { src: '${origins.signature}/dialogs/frame' }))
  addEventListener('message', ({ data }) => { by('name').textContent = data })
  by('send').onsubmit = (event) => {
    if (!confirm('Send your answers now?')) event.preventDefault()
  }
</script>`,
      }),
    ),
    get(
      '/dialogs/frame',
      () =>
        htmlPage({
          title: 'Signature',
          color: 'frame',
          body: `<script>parent.postMessage(confirm('Is this your signature?') ? 'signed' : 'not signed', '*')</script>`,
        }),
      'signature',
    ),
    ...sendsTo('/dialogs', '/dialogs/done'),
  ],
}
