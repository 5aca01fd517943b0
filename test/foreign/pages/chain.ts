import { foreignColors, get, htmlPage, post, postForm, redirect, sendsTo } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

const withToken = (address: string, token: string) =>
  `${address}?${new URLSearchParams({ t: token }).toString()}`

/**
 * A sign-in before the forms: redirects over two hosts by 302 and 307, OpenID Connect's `form_post`, and a fragment
 * naming the form's page.
 */
export const page: ForeignPage = {
  name: '/chain',
  routes: [
    get('/chain', ({ token, vendor: { origins } }) =>
      redirect(withToken(`${origins.login}/authorize`, token)),
    ),
    get('/authorize', ({ token }) => redirect(withToken('/session', token), 307), 'login'),
    get(
      '/session',
      ({ token, vendor: { origins } }) =>
        htmlPage({
          title: 'One moment',
          color: 'elsewhere',
          body: `${postForm(`${origins.forms}/chain/callback`, '', { t: token, code: 'made-up' }, 'Go on')}<script>document.forms[0].submit()</script>`,
        }),
      'login',
    ),
    post('/chain/callback', ({ token, form }) =>
      form.get('code') === 'made-up'
        ? redirect(`${withToken('/chain/form', token)}#consent`, 303)
        : { status: 400, body: 'no code' },
    ),
    get('/chain/form', ({ token }) =>
      htmlPage({
        title: 'Your form',
        color: 'asks',
        body: `<p id="at"></p>${postForm('/chain/form', '<label>Reason <input name="reason"></label>', { t: token }, 'Send')}
<script>
  document.querySelector('#at').textContent = location.hash
  if (location.hash === '#consent') document.documentElement.style.background = '${foreignColors.last}'
</script>`,
      }),
    ),
    ...sendsTo('/chain/form', '/chain/done'),
  ],
}
