import { get, htmlPage, post, sendsTo } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

/**
 * A form that is agreed to only after its privacy policy was read: a window of its own, which the page waits to be closed.
 * Its consent text is a link to another host in a new window; one of its links leads where the clinic did not list. Its
 * summary is posted into a new window, and it can ask whether that was read while it is.
 */
export const page: ForeignPage = {
  name: '/papers',
  routes: [
    get('/papers', ({ token, vendor: { origins } }) =>
      htmlPage({
        title: 'Before you agree',
        color: 'last',
        body: `
<button id="read">Read our privacy policy</button>
<p><a id="consent" target="_blank" rel="noopener" href="${origins.signature}/papers/consent">Consent to treatment</a></p>
<p><a id="elsewhere" target="_blank" href="${origins.portal}/papers/consent">Our portal</a></p>
<form method="post" target="_blank" action="/papers/summary"><input type="hidden" name="action" value="show">
<input type="hidden" name="t" value="${token}"><button id="summary">Show my answers</button></form>
<button id="ask">Read it, and say so</button><p id="said"></p>
<form method="post" action="/papers"><input type="hidden" name="t" value="${token}">
<input type="hidden" name="agreed" value="yes"><button id="agree" disabled>I agree</button></form>
<script>
  const by = (id) => document.getElementById(id)
  let paper
  by('read').onclick = () => {
    paper = open('/papers/policy', 'policy', 'width=600,height=400,scrollbars=yes')
    paper.focus()
  }
  by('ask').onclick = () => {
    paper = open('/papers/policy', 'policy')
    setTimeout(() => { by('said').textContent = confirm('Have you read it?') ? 'read' : 'not read' }, 1500)
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
    post('/papers/summary', ({ form }) =>
      htmlPage({
        title: 'Your answers',
        color: 'elsewhere',
        body: `<p id="sent">${[...form.keys()].join()}</p>`,
      }),
    ),
    ...(['signature', 'portal'] as const).map((host) => ({
      host,
      path: '/papers/consent',
      answer: () =>
        htmlPage({ title: 'Consent to treatment', color: 'frame', body: '<p>You may say no.</p>' }),
    })),
    ...sendsTo('/papers', '/papers/done'),
  ],
}
