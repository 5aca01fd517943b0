import { get, htmlPage, sendsTo } from '../answers.ts'
import type { ForeignRoute } from '../page.ts'

/** A form that is agreed to only after its privacy policy was read in a window, which the page waits to be closed. */
export const papers: readonly ForeignRoute[] = [
  get('/papers', ({ token }) =>
    htmlPage({
      title: 'Before you agree',
      color: 'last',
      body: `
<button id="read">Read our privacy policy</button>
<form method="post" action="/papers"><input type="hidden" name="t" value="${token}">
<input type="hidden" name="agreed" value="yes"><button id="agree" disabled>I agree</button></form>
<script>
  const by = (id) => document.getElementById(id)
  let paper
  by('read').onclick = () => {
    paper = open('/papers/policy', 'policy', 'width=600,height=400,scrollbars=yes')
    paper.focus()
  }
  setInterval(() => { if (paper?.closed) by('agree').disabled = false }, 100)
</script>`,
    }),
  ),
  get('/papers/policy', () =>
    htmlPage({
      title: 'Our privacy policy',
      color: 'elsewhere',
      body: '<p>We keep what you tell us to ourselves.</p>',
    }),
  ),
  ...sendsTo('/papers', '/papers/done'),
]
