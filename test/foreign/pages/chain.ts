import { foreignColors, htmlPage, postForm, redirect } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

const withToken = (address: string, token: string) =>
  `${address}?${new URLSearchParams({ t: token }).toString()}`

/**
 * A sign-in before the forms: redirects over two hosts by 302 and 307, a form that sends itself back (OpenID Connect's
 * `form_post`), and a fragment at the end that names the page of the form.
 */
export const page: ForeignPage = {
  name: '/chain',
  routes: [
    {
      host: 'forms',
      path: '/chain',
      answer: ({ token, vendor: { origins } }) =>
        redirect(withToken(`${origins.login}/authorize`, token)),
    },
    {
      host: 'login',
      path: '/authorize',
      answer: ({ token }) => redirect(withToken('/session', token), 307),
    },
    {
      host: 'login',
      path: '/session',
      answer: ({ token, vendor: { origins } }) =>
        htmlPage({
          title: 'One moment',
          color: 'elsewhere',
          body: `${postForm(`${origins.forms}/chain/callback`, '', { t: token, code: 'made-up' }, 'Go on')}<script>document.forms[0].submit()</script>`,
        }),
    },
    {
      host: 'forms',
      method: 'POST',
      path: '/chain/callback',
      answer: ({ token, form }) =>
        form.get('code') === 'made-up'
          ? redirect(`${withToken('/chain/form', token)}#consent`, 303)
          : { status: 400, body: 'no code' },
    },
    {
      host: 'forms',
      path: '/chain/form',
      answer: ({ token }) =>
        htmlPage({
          title: 'Your form',
          color: 'asks',
          body: `<p id="at"></p>${postForm('/chain/form', '<label>Reason <input name="reason"></label>', { t: token }, 'Send')}
<script>
  document.querySelector('#at').textContent = location.hash
  if (location.hash === '#consent') document.documentElement.style.background = '${foreignColors.last}'
</script>`,
        }),
    },
    {
      host: 'forms',
      method: 'POST',
      path: '/chain/form',
      answer({ token, form, vendor }) {
        vendor.keep(token, form)
        vendor.submitForms(token)
        return redirect('/chain/done', 303)
      },
    },
    {
      host: 'forms',
      path: '/chain/done',
      answer: () =>
        htmlPage({ title: 'Thank you', color: 'done', body: '<p>We have your form.</p>' }),
    },
  ],
}
