import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { repliesToAll, wantsAll, together } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, isSuccess, jsonOf, text, type Change, type WireAnswer } from '../wire.ts'

const { through, afterTries, allThrough, allToStaff, allOutOfService } = rowsOf('transport')

/** Every answer, those of the token request included. */
const all = (write: (answer: WireAnswer) => WireAnswer) => (): Change => ({
  answer: (answer) => (isSuccess(answer) ? write(answer) : answer),
})
const encoded = (name: string, write: (body: Buffer) => Buffer) =>
  all(({ status, headers, body }) => ({
    status,
    headers: { ...headers, 'content-encoding': name },
    body: write(body),
  }))
const typed = (type: string) =>
  all((answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': type } }))
const rewritten = (write: (body: string) => string) =>
  all((answer) => ({ ...answer, body: Buffer.from(write(answer.body.toString())) }))
const withHeaders = (headers: WireAnswer['headers']) =>
  all((answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }))

const types = [
  ...['text/json', 'text/plain', 'text/html', 'text/javascript', 'application/javascript'],
  ...['application/hal+json', 'application/vnd.api+json', 'application/vnd.intake.v2+json'],
  ...['application/json; charset=UTF-8', 'application/json;charset="utf-8"', 'APPLICATION/JSON'],
  ...['application/json; charset=iso-8859-1', 'application/octet-stream', 'application/x-json'],
  ...['text/json; charset=utf-8', 'application/json; odata.metadata=minimal'],
]
const statuses = [200, 201, 202, 203, 206]

/** Only paths below `/moved` are served; every other one leads there. */
const moved = (status: number, origin = '') =>
  together(() => ({
    request: (request) =>
      request.path.startsWith('/moved')
        ? { ...request, path: request.path.slice('/moved'.length) }
        : bare(status, { location: `${origin}/moved${request.path}${queryOf(request.query)}` }),
  }))
const slashed = (status: number, isMoved: (method: string) => boolean) =>
  wantsAll((request) => {
    if (request.path.endsWith('/')) return { ...request, path: request.path.slice(0, -1) }
    return isMoved(request.method)
      ? bare(status, { location: `${request.path}/${queryOf(request.query)}` })
      : request
  })
const queryOf = (query: URLSearchParams) => (query.size === 0 ? '' : `?${query.toString()}`)

/** Other ways to carry the same answers. */
export const transportRows = [
  ...allThrough({
    'answers in gzip': encoded('gzip', gzipSync),
    'answers in x-gzip': encoded('x-gzip', gzipSync),
    'answers in brotli': encoded('br', brotliCompressSync),
    'answers in deflate': encoded('deflate', deflateSync),
    'answers in identity': withHeaders({ 'content-encoding': 'identity' }),
    'answers in an empty encoding': withHeaders({ 'content-encoding': '' }),
    'answers with a byte order mark': rewritten((body) => `\u{feff}${body}`),
    'answers with blanks before and after': rewritten((body) => `\r\n  ${body}\n\n`),
    'answers in many lines': rewritten((body) => JSON.stringify(JSON.parse(body), null, 4)),
    'answers with escaped letters': rewritten((body) => body.replaceAll('o', '\\u006f')),
    'answers without a type': all(({ status, body }) => ({ status, headers: {}, body })),
  }),
  ...types.map((type) => through(`answers as ${type}`, typed(type))),
  ...statuses.map((status) =>
    through(
      `every success as ${status}`,
      repliesToAll((answer) => ({ ...answer, status })),
    ),
  ),
  ...allThrough({
    'cookies, traces and limits beside every answer': withHeaders({
      'set-cookie': ['a=1; Path=/', 'b=2'],
      'x-request-id': 'x'.repeat(2_000),
      'x-ratelimit-remaining': '0',
      'cache-control': 'no-store',
    }),
    'everything moved within the origin by 308': moved(308),
    'everything moved within the origin by 307': moved(307),
    'everything moved to a whole address by 308': moved(308, 'https://intake.example'),
    'reads moved to a slash at the end by 301': slashed(301, (method) => method === 'GET'),
    'reads moved to a slash at the end by 302': slashed(302, (method) => method === 'GET'),
    'everything moved to a slash at the end by 308': slashed(308, () => true),
  }),
  ...allToStaff(op.createProof, {
    'everything moved to another origin': [
      'a token goes to nobody else',
      moved(308, 'https://elsewhere.example'),
    ],
    'everything moved to plain http': [
      'a token goes nowhere unencrypted',
      moved(308, 'http://intake.example'),
    ],
    'everything leads in a circle': [
      'no answer comes',
      wantsAll((request) => bare(308, { location: request.path })),
    ],
    'a page of HTML in the place of every answer': [
      'something stands between',
      repliesToAll(() => text('<title>Welcome</title>', 200, 'text/html')),
    ],
    'answers that say gzip and are not': [
      'what came cannot be read',
      withHeaders({ 'content-encoding': 'gzip' }),
    ],
    'answers in an encoding that nobody knows': [
      'what came cannot be read',
      withHeaders({ 'content-encoding': 'zpaq' }),
    ],
    'answers in XML': [
      'what came cannot be read',
      repliesToAll(() => text('<proof/>', 200, 'application/xml')),
    ],
    'answers cut short by a proxy': [
      'what came cannot be read',
      repliesToAll((answer) => ({ ...answer, body: answer.body.subarray(0, 20) })),
    ],
    'answers with a guard before the JSON': [
      'what came cannot be read',
      repliesToAll((answer) => text(`)]}',\n${answer.body.toString()}`, 200, 'application/json')),
    ],
    'answers in a call of a function': [
      'what came cannot be read',
      repliesToAll((answer) =>
        text(`cb(${JSON.stringify(jsonOf(answer))})`, 200, 'text/javascript'),
      ),
    ],
  }),
  afterTries('every read of a proof leads to a page of a login', op.proofStatus, () => ({
    request: (request) =>
      request.method === 'GET' && request.path.includes('identity-proof')
        ? bare(302, { location: '/login' })
        : request.path === '/login'
          ? text('<title>Sign in</title>', 200, 'text/html')
          : request,
  })),
  ...allOutOfService({
    'no access at all (403)': [
      'the grant is not given',
      wantsAll((request) =>
        request.path.startsWith('/partner') ? text('Forbidden', 403) : request,
      ),
    ],
    'no access at all (401)': [
      'the tokens are not taken',
      wantsAll((request) =>
        request.path.startsWith('/partner') ? text('Unauthorized', 401) : request,
      ),
    ],
  }),
]
