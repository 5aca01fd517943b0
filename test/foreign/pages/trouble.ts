import { htmlPage, json, post, postForm, redirect } from '../answers.ts'
import type { ForeignPage, ForeignRequest } from '../page.ts'

/** Faults of the page; a test chooses one by the reason that the patient gives, or by the page's own path. */
const wrong = ['blank', 'spinning', 'api-500', 'unlisted', 'slow-script', 'led-away'] as const
type Wrong = (typeof wrong)[number]

const bodies: Readonly<Record<Wrong, (request: ForeignRequest) => string>> = {
  blank: ({ vendor: { origins } }) =>
    `<script>document.body.replaceChildren()</script><script src="${origins.cdn}/missing.js"></script>`,
  spinning: ({ vendor: { origins } }) =>
    `<p>Loading …</p><script src="${origins.cdn}/hanging.js"></script>`,
  'api-500': ({ vendor: { origins } }) =>
    `<p>Loading …</p><script>fetch('${origins.api}/trouble/questions')</script>`,
  unlisted: ({ vendor: { origins } }) =>
    `<p>Signing you in …</p><script src="${origins.portal}/sign-in.js"></script>`,
  'slow-script': ({ vendor: { origins }, token }) =>
    `${postForm('/trouble', '<label>Reason <input name="reason"></label>', { t: token }, 'Send')}<script src="${origins.cdn}/hanging.js"></script>`,
  'led-away': () => '',
}

const pages = wrong.map((name): ForeignPage => {
  const path = `/trouble/${name}` as const
  return {
    name: path,
    routes: [
      {
        host: 'forms',
        path,
        answer: (request) =>
          name === 'led-away'
            ? redirect(`${request.vendor.origins.portal}/welcome?t=${request.token}`)
            : htmlPage({ title: 'Your forms', color: 'last', body: bodies[name](request) }),
      },
    ],
  }
})

const shared: ForeignPage = {
  name: '/trouble',
  routes: [
    post('/trouble', ({ token, form, vendor }) => {
      vendor.keep(token, form)
      vendor.submitForms(token)
      return htmlPage({ title: 'Thank you', color: 'done', body: '<p>We have your form.</p>' })
    }),
    { host: 'cdn', path: '/hanging.js', answer: () => 'never' },
    { host: 'api', path: '/trouble/questions', answer: () => json({}, 500) },
  ],
}

/** Pages that do not work: empty, waiting for ever, led to a host that nobody listed. Each is a completion page of its own. */
export const page: readonly ForeignPage[] = [shared, ...pages]
