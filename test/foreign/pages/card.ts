import { get, htmlPage, sendsTo } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

/** A form that asks for a picture of a card, shows it, and is sent with what it got. */
export const page: ForeignPage = {
  name: '/card',
  routes: [
    get('/card', ({ token }) =>
      htmlPage({
        title: 'Your insurance card',
        color: 'last',
        body: `
<label>Front of your card <input id="card" type="file" accept="image/*" capture="environment"></label>
<p id="state">No picture yet</p>
<img id="preview" alt="">
<form method="post" action="/card"><input type="hidden" name="t" value="${token}">
<input type="hidden" name="card" value=""><button>Send</button></form>
<script>
  const by = (id) => document.getElementById(id)
  by('card').oncancel = () => { by('state').textContent = 'No picture chosen' }
  by('card').onchange = () => {
    const [file] = by('card').files
    by('preview').src = URL.createObjectURL(file)
    by('state').textContent = file.name
    document.forms[0].elements.card.value = [file.name, file.type, file.size > 1000].join(' ')
  }
</script>`,
      }),
    ),
    ...sendsTo('/card', '/card/done'),
  ],
}
