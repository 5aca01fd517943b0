import { htmlPage, postForm, redirect } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

/**
 * One page, and the ends that vendors put behind it: `end` of the query chooses (`portal`: a redirect to a host that is
 * not listed; `close`: the page closes itself; `blank`: nothing is drawn any more). Without it, an ordinary last page.
 */
export const page: ForeignPage = {
  name: '/odd-ending',
  routes: [
    {
      host: 'forms',
      path: '/odd-ending',
      answer: ({ token }) =>
        htmlPage({
          title: 'Nearly done',
          color: 'last',
          body: postForm(
            '/odd-ending',
            '<label>End <select name="end"><option>plain<option>portal<option>close<option>blank</select></label>',
            { t: token },
            'Send',
          ),
        }),
    },
    {
      host: 'forms',
      method: 'POST',
      path: '/odd-ending',
      answer({ token, form, vendor }) {
        vendor.keep(token, form)
        vendor.submitForms(token)
        return redirect(
          {
            portal: `${vendor.origins.portal}/welcome`,
            close: '/odd-ending/close',
            blank: '/odd-ending/blank',
          }[form.get('end') ?? ''] ?? '/odd-ending/done',
          303,
        )
      },
    },
    {
      host: 'forms',
      path: '/odd-ending/done',
      answer: () =>
        htmlPage({ title: 'Thank you', color: 'done', body: '<p>We have your form.</p>' }),
    },
    {
      host: 'forms',
      path: '/odd-ending/close',
      answer: () =>
        htmlPage({
          title: 'Closing',
          color: 'done',
          body: '<script>window.close()</script>',
        }),
    },
    {
      host: 'forms',
      path: '/odd-ending/blank',
      answer: () => ({
        headers: { 'Content-Type': 'text/html' },
        body: '<!doctype html><title>-</title>',
      }),
    },
    {
      host: 'portal',
      path: '/welcome',
      answer: () =>
        htmlPage({ title: 'Your portal', color: 'elsewhere', body: '<p>Create an account.</p>' }),
    },
  ],
}
