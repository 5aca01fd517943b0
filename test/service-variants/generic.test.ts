import { gzipSync } from 'node:zlib'
import {
  answers,
  answersAll,
  insteadOf,
  mapped,
  ofCode,
  ofMatch,
  ofPatient,
  ofProof,
  ofStatus,
  refusal,
  refusalsOf,
  renameAll,
  repliesTo,
  repliesToAll,
  snakeCase,
  together,
  wantsAll,
  without,
} from './changes.ts'
import { op } from './operations.ts'
import { testVisits, type Changes } from './variant.ts'
import {
  bare,
  isSuccess,
  json,
  jsonOf,
  text,
  type Change,
  type Fields,
  type WireAnswer,
} from './wire.ts'

const through = { end: 'through' } as const

const enveloped = (name: string, more: Fields = {}) =>
  answersAll((body) => ({ ...more, [name]: body }))
const isId = (name: string) => name === 'id' || name.endsWith('Id')

const habits = {
  'names in snake case': answersAll((body) => renameAll(body, snakeCase)),
  'an envelope with success and data': enveloped('data', { success: true, message: '' }),
  'ids as texts': mapped((value, name) =>
    isId(name) && typeof value === 'number' ? `${value}` : value,
  ),
}
testVisits('a whole service with other habits', through, {
  ...habits,
  'numbers as texts': mapped((value) => (typeof value === 'number' ? String(value) : value)),
  'booleans as 0 and 1': mapped((value) => (typeof value === 'boolean' ? Number(value) : value)),
  'nulls as empty texts': mapped((value) => value ?? ''),
  'nulls left out': answersAll(
    (body) =>
      JSON.parse(JSON.stringify(body, (_, value: unknown) => value ?? undefined)) as unknown,
  ),
  'words in camel case': mapped((value) =>
    typeof value === 'string' && /^[A-Z_]+$/.test(value)
      ? value.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
      : value,
  ),
  'links and a type in every record': answersAll((body) =>
    typeof body === 'object' && body !== null && !('items' in body)
      ? { __typename: 'Record', ...body, _links: { self: { href: '/x' } } }
      : body,
  ),
})
testVisits('the same, and a wrong code first', through, habits, 'wrongCode')
testVisits('the same, and three packets', through, habits, 'several')
testVisits('the same, and a new packet', through, habits, 'newPacket')

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

const check = (answer: WireAnswer) => insteadOf(op.check, () => answer)
testVisits('a token, and the kiosk’s own look whether it is served', through, {
  'a token in an envelope, with 201': repliesTo(op.token, (answer) =>
    json({ success: true, message: '', data: jsonOf(answer) }, 201),
  ),
  'the look answered with 204': check(bare(204)),
  'the look answered by another shape': check(json({ groups: 3 })),
  'the look answered by a page of HTML': check(text('<html></html>', 200, 'text/html')),
  'the look answered with 404': check(text('Not Found', 404)),
})

const sent = (answer: WireAnswer) => repliesTo(op.sendCode, () => answer)
testVisits('a new proof, and the sending of a code', through, {
  'methods as one word': ofProof((one) => ({ ...one, methods: 'SMS' })),
  'a sent code with 204': sent(bare(204)),
  'a sent code as an empty list': sent(json([])),
})

const said = (right: unknown, wrong: unknown) =>
  ofCode(
    () => json(right),
    () => json(wrong),
  )
const wrongWith = (answer: WireAnswer) => ofCode(json, () => answer)
testVisits(
  'what became of a code, a wrong one first',
  through,
  {
    'as a bare word': said('VERIFIED', 'INCORRECT'),
    'by the methods alone': answers(op.verifyCode, (one) => without(one, 'result')),
    'in words that nobody knows: the proof says it': said({ result: 'OK' }, { result: 'NO' }),
    'as booleans that nobody knows: the proof says it': said({ valid: true }, { valid: false }),
    'without a body, and 422 for a wrong one': ofCode(
      () => bare(200),
      () => refusal(422),
    ),
    'as the text OK, and 400 for a wrong one': ofCode(
      () => text('OK'),
      () => text('Wrong code', 400),
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
    'with 405 for any code: the proof says it': insteadOf(op.verifyCode, () => bare(405)),
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
  'by the methods as the whole answer': ofStatus((one) => one['methods']),
  // Where the proof’s state cannot be read, what the service said of the code counts: it guards the match itself.
  'by no status at all': ofStatus(({ id }) => ({ id })),
  'without a body': repliesTo(op.proofStatus, () => bare(204)),
  'by a reading that is refused (401)': insteadOf(op.proofStatus, () => json({}, 401)),
  'by a reading that always fails (500)': insteadOf(op.proofStatus, () => refusal(500)),
})

testVisits('the matched patient', through, {
  'as a record': ofMatch((id) => ({ id, firstName: 'Rosa', mobilePhone: 1 })),
  'as plain text': repliesTo(op.match, (answer) =>
    text(String((jsonOf(answer) as Fields)['patientId'])),
  ),
})
const noMatch = (answer: WireAnswer) => refusalsOf(op.match, 404, () => answer)
const nobody: Changes = { 'as 204': noMatch(bare(204)) }
testVisits('nobody matches', { end: 'staff', reason: 'noMatch' }, nobody, 'stranger')
testVisits('nobody matches, and public forms are offered', through, nobody, 'publicForms')
testVisits(
  'several match',
  through,
  {
    'as 409': refusalsOf(op.match, 422, () => refusal(409, 'multiple_matches')),
    'as 300': refusalsOf(op.match, 422, () => json([5010, 5011], 300)),
  },
  'family',
)

const born = (write: (iso: string) => unknown) =>
  ofPatient((one) => {
    const [month = '', day = '', year = ''] = String(one['dateOfBirth']).split('/')
    return {
      ...one,
      dateOfBirth: write(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`),
    }
  })
testVisits(
  'a date of birth that was never set',
  { end: 'staff', reason: 'noDateOfBirthOnRecord' },
  { 'as null': born(() => null) },
)
testVisits('the record of a patient', through, {
  'without its id': ofPatient((one) => without(one, 'id')),
  'as items of one': ofPatient((one) => ({ items: [one], nextCursor: null })),
  'under data.patient': ofPatient((one) => ({ data: { patient: one } })),
})
