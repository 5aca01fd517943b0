import { escapeHtml, foreignColors, get, htmlPage, json, post, script } from '../answers.ts'
import type { ForeignPage } from '../page.ts'

/** Runs in the page, from the host of scripts: draws three pages, keeps its place in the history, calls the interface. */
function app(colors: Readonly<Record<'asks' | 'last' | 'done', string>>): void {
  const root = document.querySelector<HTMLElement>('#root')!
  const { api, token = '' } = root.dataset
  const call = async (path: string, body?: object) =>
    (
      await fetch(`${api}${path}?t=${encodeURIComponent(token)}`, {
        ...(body && {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
    ).json()
  const answers: Record<string, string> = {}
  const draw = (questions: readonly string[], at: number) => {
    const question = questions[at]
    const isLast = at === questions.length - 1
    document.documentElement.style.background =
      question === undefined ? colors.done : isLast ? colors.last : colors.asks
    if (question === undefined) {
      root.innerHTML = '<h1>Thank you</h1><p>We have your forms.</p>'
      return
    }
    root.innerHTML = `<h1>${question}</h1><label>${question} <input name="q${at}"></label><button type="button">${isLast ? 'Send' : 'Next'}</button>`
    const button = root.querySelector('button')
    if (!button) return
    button.onclick = () => {
      for (const field of root.querySelectorAll('input')) answers[field.name] = field.value
      history.pushState({}, '', `#page-${at + 1}`)
      if (isLast) void call('/spa/answers', answers).then(() => draw(questions, at + 1))
      else draw(questions, at + 1)
    }
  }
  void call('/spa/questions').then((questions) => draw(questions as string[], 0))
}

const questions = ['What brings you here?', 'Which medicines do you take?', 'Whom may we call?']

/**
 * A single-page application: script, style and picture come from another host, data from a third; a tag of a tracker is
 * in it.
 */
export const page: ForeignPage = {
  name: '/spa',
  routes: [
    get('/spa', ({ token, vendor: { origins } }) =>
      htmlPage({
        title: 'Loading',
        color: 'elsewhere',
        head: `<link rel="stylesheet" href="${origins.cdn}/spa.css"><script async src="${origins.tracker}/tag.js"></script>`,
        body: `<img alt="" src="${origins.cdn}/spa.svg" width="120" height="40"><div id="root" data-api="${origins.api}" data-token="${escapeHtml(token)}"></div><script src="${origins.cdn}/spa.js" crossorigin></script>`,
      }),
    ),
    get(
      '/spa.js',
      () =>
        script(
          `(${app.toString()})(${JSON.stringify(foreignColors)}); document.querySelector('main > h1').remove()`,
        ),
      'cdn',
    ),
    get(
      '/spa.css',
      () => ({
        headers: { 'Content-Type': 'text/css' },
        body: 'button { background: #111827; color: #fff }',
      }),
      'cdn',
    ),
    get(
      '/spa.svg',
      () => ({
        headers: { 'Content-Type': 'image/svg+xml' },
        body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 4"><rect width="12" height="4" fill="#be123c"/></svg>',
      }),
      'cdn',
    ),
    { host: 'tracker', path: '/tag.js', answer: () => script('') },
    { host: 'api', path: '/spa/questions', answer: () => json(questions) },
    {
      host: 'api',
      method: 'OPTIONS',
      path: '/spa/answers',
      answer: () => ({
        status: 204,
        headers: {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Headers': 'Content-Type',
        },
      }),
    },
    post(
      '/spa/answers',
      ({ token, body, vendor }) => {
        const answers = JSON.parse(body.toString()) as Record<string, string>
        vendor.keep(token, new URLSearchParams(answers))
        vendor.submitForms(token)
        return json({})
      },
      'api',
    ),
  ],
}
