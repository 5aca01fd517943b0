import { gzipSync } from 'node:zlib'
import {
  answers,
  answersAll,
  insteadOf,
  mapped,
  ofCode,
  refusal,
  refusalsOf,
  renameAll,
  repliesToAll,
  snakeCase,
  together,
  wantsAll,
} from './changes.ts'
import { op } from './operations.ts'
import { testVisits } from './variant.ts'
import { bare, isSuccess, json, type Change, type WireAnswer } from './wire.ts'

const through = { end: 'through' } as const

const isId = (name: string) => name === 'id' || name.endsWith('Id')

const habits = {
  'names in snake case': answersAll((body) => renameAll(body, snakeCase)),
  'an envelope with success and data': answersAll((data) => ({ success: true, message: '', data })),
  'ids as texts': mapped((value, name) =>
    isId(name) && typeof value === 'number' ? `${value}` : value,
  ),
}
testVisits(
  'a whole service with other habits, and a wrong code first',
  through,
  {
    ...habits,
    'booleans as 0 and 1': mapped((value) => (typeof value === 'boolean' ? Number(value) : value)),
  },
  'wrongCode',
)
testVisits('a whole service with other habits, and three packets', through, habits, 'several')

/** Every answer, those of the token request included. */
const all = (write: (answer: WireAnswer) => WireAnswer) => (): Change => ({
  answer: (answer) => (isSuccess(answer) ? write(answer) : answer),
})
const withHeaders = (headers: WireAnswer['headers']) =>
  all((answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }))
const queryOf = (query: URLSearchParams) => (query.size === 0 ? '' : `?${query.toString()}`)
/** Only paths below `/moved` are served; every other one leads there. */
const moved = (status: number, origin = '') =>
  together(() => ({
    request: (request) =>
      request.path.startsWith('/moved')
        ? { ...request, path: request.path.slice('/moved'.length) }
        : bare(status, { location: `${origin}/moved${request.path}${queryOf(request.query)}` }),
  }))

testVisits('the same answers, carried otherwise', through, {
  'in gzip': all(({ status, headers, body }) => ({
    status,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: gzipSync(body),
  })),
  'with a byte order mark and blanks': all((answer) => ({
    ...answer,
    body: Buffer.from(`\u{feff}\r\n ${answer.body.toString()}\n`),
  })),
  'without a type': all(({ status, body }) => ({ status, headers: {}, body })),
  'as a page of HTML by their type': withHeaders({ 'content-type': 'text/html' }),
  'with every success as 206': repliesToAll((answer) => ({ ...answer, status: 206 })),
  'with cookies, traces and limits beside': withHeaders({
    'set-cookie': ['a=1; Path=/', 'b=2'],
    'x-ratelimit-remaining': '0',
  }),
  'moved within the origin by 307': moved(307),
  'moved to a whole address by 308': moved(308, 'https://intake.example'),
  'with reads moved to a slash at the end by 301': wantsAll((request) => {
    if (request.path.endsWith('/')) return { ...request, path: request.path.slice(0, -1) }
    return request.method === 'GET'
      ? bare(301, { location: `${request.path}/${queryOf(request.query)}` })
      : request
  }),
})

const wrongWith = (answer: WireAnswer) => ofCode(json, () => answer)
testVisits(
  'what became of a code, a wrong one first',
  through,
  {
    'without a body, and 422 for a wrong one': ofCode(
      () => bare(200),
      () => refusal(422),
    ),
    ...Object.fromEntries(
      [400, 401, 403, 404, 409, 410, 423].map((status) => [
        `refused with ${status}`,
        wrongWith(refusal(status, 'invalid_code')),
      ]),
    ),
    'refused with 429': wrongWith({
      ...refusal(429, 'slow_down'),
      headers: { 'retry-after': '1' },
    }),
    'and a wrong one ends the proof (410, and then 404)': () => {
      let isGone = false
      return {
        answer: (answer, { operation, nth }) => {
          if (operation === op.createProof) isGone = false
          if (operation === op.verifyCode && nth === 1) {
            isGone = true
            return refusal(410, 'gone')
          }
          return isGone && operation.startsWith('partner.identityProof') ? refusal(404) : answer
        },
      }
    },
  },
  'wrongCode',
)

testVisits('how far a proof is', through, {
  // Where the proof’s state cannot be read, what the service said of the code counts: it guards the match itself.
  'by no status at all': answers(op.proofStatus, ({ id }) => ({ id })),
  'by a reading that always fails (500)': insteadOf(op.proofStatus, () => refusal(500)),
})

testVisits(
  'several match',
  through,
  {
    'as 409': refusalsOf(op.match, 422, () => refusal(409, 'multiple_matches')),
    'as 300': refusalsOf(op.match, 422, () => json([5010, 5011], 300)),
  },
  'family',
)
