import { escapeHtml, get, htmlPage, post, postForm, sendsTo } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

const back = (origin: string, token: string) =>
  `${origin}/payment/return?${new URLSearchParams({ t: token }).toString()}`

/** A provider's frame takes the payment and leads the whole page on, as 3-D Secure pages do. */
export const page: ForeignPage = {
  name: '/payment',
  routes: [
    get('/payment', ({ token, vendor: { origins } }) =>
      htmlPage({
        title: 'Your share',
        color: 'asks',
        body: `<iframe id="payment" title="Payment" src="${origins.payment}/card?t=${escapeHtml(encodeURIComponent(token))}"></iframe>`,
      }),
    ),
    get(
      '/card',
      ({ token }) =>
        htmlPage({
          title: 'Card',
          color: 'frame',
          body: postForm(
            '/card',
            '<label>Card number <input name="card" inputmode="numeric"></label>',
            { t: token },
            'Pay',
          ),
        }),
      'payment',
    ),
    post(
      '/card',
      ({ token, form, vendor }) => {
        vendor.keep(token, form)
        return htmlPage({
          title: 'Paid',
          color: 'frame',
          body: `<script>top.location.href = ${JSON.stringify(back(vendor.origins.forms, token)).replaceAll('<', '\\u003c')}</script>`,
        })
      },
      'payment',
    ),
    get('/payment/return', ({ token }) =>
      htmlPage({
        title: 'Paid. One last page',
        color: 'last',
        body: postForm('/payment/return', '', { t: token }, 'Send'),
      }),
    ),
    ...sendsTo('/payment/return', '/payment/done'),
  ],
}
