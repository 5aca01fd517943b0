import { answers, insteadOf, refusal, repliesTo } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, json, jsonOf, text, type Fields, type WireAnswer } from '../wire.ts'

const { through, toStaff, allThrough, allToStaff, allAdapted } = rowsOf('address')
const urlOf = (answer: WireAnswer) => String((jsonOf(answer) as Fields)['url'])
const body = (write: (url: string) => unknown) =>
  answers(op.address, ({ url }) => write(String(url)))
const reply = (write: (url: string) => WireAnswer) =>
  repliesTo(op.address, (answer) => write(urlOf(answer)))

const names = ['link', 'href', 'URL', 'Url', 'uri', 'address', 'completionUrl', 'completion_url']
const shapes: readonly (readonly [string, (url: string) => unknown])[] = [
  ...[...names, 'formUrl', 'patientUrl', 'publicUrl', 'location'].map(
    (name) => [`under ${name}`, (url: string) => ({ [name]: url })] as const,
  ),
  ['as a text of JSON', (url) => url],
  ['under data.url', (url) => ({ data: { url } })],
  ['under data', (data) => ({ data })],
  ['under url.href', (href) => ({ url: { href, rel: 'complete' } })],
  ['as a list of one', (url) => [{ url }]],
  ['as a list of one text', (url) => [url]],
  ['under items of one', (url) => ({ items: [{ url }] })],
  ['with a number beside it', (url) => ({ url, expiresAt: 3_600, id: 7 })],
  ['with blanks around it', (url) => ({ url: ` ${url}\n` })],
]
const statuses = [301, 302, 303, 307, 308]
const noAddress: Readonly<Record<string, unknown>> = {
  null: { url: null },
  'an empty text': { url: '' },
  'a number': { url: 7 },
  'the address of a mailbox': { url: 'mailto:forms@example.com' },
  'an address without encryption': { url: 'http://forms.example/complete/x' },
  'an address of the machine’s own files': { url: 'file:///etc/hosts' },
  'a sentence': { url: 'The address was sent to the patient.' },
  'three addresses': { urls: ['https://forms.example/a', 'https://forms.example/b'] },
}

/** Other ways to say where a packet is filled in. */
export const addressRows = [
  ...shapes.map(([how, write]) => through(`the address ${how}`, body(write))),
  ...allThrough({
    'the address as plain text': reply((url) => text(url)),
    'the address as plain text with an end of line': reply((url) => text(`${url}\r\n`)),
    'the address as text without a type': reply((url) => ({ ...text(url), headers: {} })),
  }),
  ...statuses.map((status) =>
    through(
      `the address as the Location of a ${status}`,
      reply((location) => bare(status, { location })),
    ),
  ),
  ...allThrough({
    'the address as the Location of a 201': reply((location) => bare(201, { location })),
    'the address as the Location of a 204': reply((location) => bare(204, { location })),
    'the address as 201': reply((url) => json({ url }, 201)),
  }),
  ...allAdapted({
    'the address deep in the answer': [
      { read: { fields: { 'address.url': 'result.patient.door' } } },
      body((door) => ({ result: { patient: { door } } })),
    ],
  }),
  ...Object.entries(noAddress).map(([how, answer]) =>
    toStaff(
      `${how} in the place of an address`,
      'nothing can be opened',
      op.address,
      repliesTo(op.address, () => json(answer)),
    ),
  ),
  ...allToStaff(op.address, {
    'the form itself in the place of its address': [
      'a page is no address',
      repliesTo(op.address, () => text('<form></form>', 200, 'text/html')),
    ],
    'no body in the place of an address': [
      'nothing can be opened',
      repliesTo(op.address, () => bare(200)),
    ],
    'an address that is not there (404)': [
      'the path is another one',
      insteadOf(op.address, () => refusal(404)),
    ],
    'an address that is refused (403)': [
      'this operation alone is not granted',
      insteadOf(op.address, () => refusal(403)),
    ],
  }),
]
