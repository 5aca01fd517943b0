import { get, htmlPage, post, postForm, redirect } from '../answers.ts'
import type { ForeignPage, ForeignRequest } from '../page.ts'

const fields = [
  ['Reason for your visit', '<label>Reason <input name="reason" required></label>'],
  [
    'Medicines',
    '<label>Medicines <textarea name="medicines"></textarea></label><label>Smoker <select name="smoker"><option>no<option>yes</select></label>',
  ],
  ['Agreement', '<label><input type="checkbox" name="agreed" required> I agree</label>'],
] as const

const stepOf = ({ url, form }: ForeignRequest) =>
  Number(form.get('step') ?? url.searchParams.get('step') ?? '0')

/** Forms that the server draws one after another: each is sent by POST, and a 303 leads to the next. */
export const page: ForeignPage = {
  name: '/steps',
  routes: [
    get('/steps', (request) => {
      const step = stepOf(request)
      const [title, html] = fields[step] ?? fields[0]
      const isLast = step === fields.length - 1
      return htmlPage({
        title,
        color: isLast ? 'last' : 'asks',
        body: postForm(
          '/steps',
          html,
          { t: request.token, step: String(step) },
          isLast ? 'Send' : 'Next',
        ),
      })
    }),
    post('/steps', (request) => {
      const { token, form, vendor } = request
      vendor.keep(token, form)
      const next = stepOf(request) + 1
      const query = new URLSearchParams({ t: token, step: String(next) }).toString()
      if (next < fields.length) return redirect(`/steps?${query}`, 303)
      vendor.submitForms(token)
      return redirect(`/steps/done?${query}`, 303)
    }),
    get('/steps/done', () =>
      htmlPage({
        title: 'Thank you',
        color: 'done',
        body: '<p>We have your forms.</p>',
      }),
    ),
  ],
}
