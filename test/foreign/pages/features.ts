import { get, htmlPage, postForm, sendsTo } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

/**
 * Asks for all that a page of its kind asks for before it can be used: a worker for the time without a network, messages,
 * the place, a password that was kept, to share. It waits for each answer, and takes a refusal for one.
 */
const ask = `<script>
  const settled = (name, asked) => {
    const noted = (how) => { document.querySelector('#' + name).textContent = how }
    return Promise.resolve().then(asked).then((got) => noted(String(got)), (error) => noted(error.name ?? 'refused'))
  }
  document.domain = location.hostname
  void Promise.all([
    settled('worker', () => navigator.serviceWorker.register('/features/worker.js').then(() => 'registered')),
    settled('messages', () => Notification.requestPermission()),
    settled('place', () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(
      () => resolve('known'), () => reject(new DOMException('', 'NotAllowedError'))))),
    settled('password', () => navigator.credentials.get({ password: true })),
    settled('share', () => navigator.share ? navigator.share({ text: 'x' }).then(() => 'shared') : 'not there'),
  ]).then(() => { document.querySelector('form').hidden = false })
</script>`

const asked = ['worker', 'messages', 'place', 'password', 'share']
  .map((name) => `<p>${name}: <span id="${name}"></span></p>`)
  .join('')

/** A page that asks for features which a kiosk refuses, and goes on without them. */
export const page: ForeignPage = {
  name: '/features',
  routes: [
    get('/features', ({ token }) =>
      htmlPage({
        title: 'One moment',
        color: 'last',
        body: `${asked}${postForm('/features', '', { t: token }, 'Send').replace('<form', '<form hidden')}${ask}`,
      }),
    ),
    get('/features/worker.js', () => ({
      headers: { 'Content-Type': 'text/javascript' },
      body: '',
    })),
    ...sendsTo('/features', '/features/done'),
  ],
}
