import { get, htmlPage, post, postForm, redirect } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

/**
 * One page, and the ends that vendors put behind it: `end` of the query chooses (`portal`: a redirect to a host that is
 * not listed; `close`: the page closes itself; `blank`: nothing is drawn any more). Without it, an ordinary last page.
 */
export const page: ForeignPage = {
  name: '/odd-ending',
  routes: [
    get('/odd-ending', ({ token }) =>
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
    ),
    post('/odd-ending', ({ token, form, vendor }) => {
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
    }),
    get('/odd-ending/done', () =>
      htmlPage({ title: 'Thank you', color: 'done', body: '<p>We have your form.</p>' }),
    ),
    get('/odd-ending/close', () =>
      htmlPage({
        title: 'Closing',
        color: 'done',
        body: '<script>window.close()</script>',
      }),
    ),
    get('/odd-ending/blank', () => ({
      headers: { 'Content-Type': 'text/html' },
      body: '<!doctype html><title>-</title>',
    })),
    get(
      '/welcome',
      () =>
        htmlPage({ title: 'Your portal', color: 'elsewhere', body: '<p>Create an account.</p>' }),
      'portal',
    ),
  ],
}
