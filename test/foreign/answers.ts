import type { ForeignAnswer, ForeignHost, ForeignRoute } from './page.ts'

/**
 * The colour behind each page, to its last corner: where the patient is can be read off the screen. `asks`: a page of a
 * form that is not the last; `last`: the one whose button sends all; `done`: the vendor says thank you; `elsewhere`: a
 * page that is no form of the patient's; `frame`: another host's, in a frame.
 */
export const foreignColors = {
  asks: '#1d4ed8',
  last: '#7c3aed',
  done: '#15803d',
  elsewhere: '#b45309',
  frame: '#0e7490',
} as const

export type ForeignColor = keyof typeof foreignColors

/** Text as it stands in HTML, in an attribute too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&"'<>]/g, (one) => `&#${one.charCodeAt(0)};`)

const style = `
  html { min-height: 100% }
  body { margin: 0; font: 24px/1.5 sans-serif; color: #111827 }
  main { max-width: 800px; margin: 0 auto; padding: 32px; background: #fff }
  label { display: block; margin: 24px 0 }
  input, select, textarea, button { font: inherit; padding: 12px; box-sizing: border-box }
  input:not([type=checkbox]), select, textarea { width: 100% }
  iframe { width: 100%; height: 420px; border: 0 }`

/** Path of a picture at every host. Each page that stands in a frame shows it: once it is asked for, the frame runs. */
export const logoPath = '/logo.svg'

export const logo: ForeignAnswer = {
  headers: { 'Content-Type': 'image/svg+xml' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
}

/** A whole page of the vendor's in one of the colours. `head` and `body` are HTML. */
export function htmlPage(page: {
  readonly title: string
  readonly color: ForeignColor
  readonly body: string
  readonly head?: string
}): ForeignAnswer {
  const { title, color, head = '' } = page
  const body = color === 'frame' ? `<img alt="" src="${logoPath}">${page.body}` : page.body
  return {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${style} html { background: ${foreignColors[color]} }</style>${head}</head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  }
}

/** A script, usable from every origin. */
export const script = (body: string): ForeignAnswer => ({
  headers: { 'Content-Type': 'text/javascript', 'Access-Control-Allow-Origin': '*' },
  body,
})

export const json = (value: unknown): ForeignAnswer => ({
  headers: { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' },
  body: JSON.stringify(value),
})

/** A form of one page, sent by POST. `fields` is HTML; `hidden` are sent along. */
export function postForm(
  action: string,
  fields: string,
  hidden: Readonly<Record<string, string>>,
  button = 'Next',
): string {
  const kept = Object.entries(hidden).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}">${kept.join('')}${fields}<button>${escapeHtml(button)}</button></form>`
}

const routeBy =
  (method: 'GET' | 'POST') =>
  (path: string, answer: ForeignRoute['answer'], host: ForeignHost = 'forms'): ForeignRoute => ({
    host,
    method,
    path,
    answer,
  })

/** Answers a GET at a path, of the host `forms` unless another is named. */
export const get = routeBy('GET')

/** Answers a POST at a path, of the host `forms` unless another is named. */
export const post = routeBy('POST')

/** Takes a form that is sent to a path, submits the patient's forms, and thanks them at another path. */
export const sendsTo = (path: string, done: string): readonly ForeignRoute[] => [
  post(path, ({ token, form, vendor }) => {
    vendor.keep(token, form)
    vendor.submitForms(token)
    return { status: 303, headers: { Location: done } }
  }),
  get(done, () =>
    htmlPage({ title: 'Thank you', color: 'done', body: '<p>We have your form.</p>' }),
  ),
]
