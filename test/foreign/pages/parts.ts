import { get, htmlPage, json, logo, script } from '../answers.ts'
import type { ForeignRoute } from '../page.ts'

/** Parts that come from another host and are missing until they have come, data from a third, and a tag of a tracker. */
export const parts: readonly ForeignRoute[] = [
  get('/parts', ({ vendor: { origins } }) =>
    htmlPage({
      title: '',
      color: 'asks',
      head: `<link rel="stylesheet" href="${origins.cdn}/parts.css"><script async src="${origins.tracker}/tag.js"></script>`,
      body: `<img alt="" src="${origins.cdn}/parts.svg"><div data-api="${origins.api}"></div><script src="${origins.cdn}/parts.js"></script>`,
    }),
  ),
  get(
    '/parts.js',
    () =>
      script(`const root = document.querySelector('[data-api]')
          fetch(root.dataset.api + '/parts/question').then((answer) => answer.json()).then((question) => {
            root.innerHTML = '<label>' + question + ' <input></label>'
          })`),
    'cdn',
  ),
  get('/parts.css', () => ({ headers: { 'Content-Type': 'text/css' } }), 'cdn'),
  get('/parts.svg', () => logo, 'cdn'),
  get('/tag.js', () => script(''), 'tracker'),
  get('/parts/question', () => json('What brings you here?'), 'api'),
]
