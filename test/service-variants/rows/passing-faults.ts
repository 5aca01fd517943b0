import { insteadOf, refusal } from '../changes.ts'
import { op, operationOf } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { json, text, type Change, type WireAnswer } from '../wire.ts'

const { through, toStaff, adapted, afterTries, allThrough, allToStaff } = rowsOf('errors')

/** The first request of an operation is not carried out. */
const once = (operation: string, answer: WireAnswer) => (): Change => {
  let isOver = false
  return {
    request(request) {
      if (isOver || operationOf(request) !== operation) return request
      isOver = true
      return answer
    },
  }
}
/** The first answer of an operation is lost on its way: what was asked for is done. */
const lost = (operation: string, answer: WireAnswer) => insteadOf(operation, () => answer, 1)
const slowDown = (after: string): WireAnswer => ({
  ...refusal(429, 'slow_down'),
  headers: { 'content-type': 'application/json', 'retry-after': after },
})
const busy = text('<h1>503 Service Unavailable</h1>', 503, 'text/html')
const reads = [
  ['the state of a proof', op.proofStatus],
  ['the match', op.match],
  ['the patient', op.patient],
  ['the packets', op.packets],
  ['the address', op.address],
  ['a packet', op.packet],
] as const
const problem = (status: number) =>
  json(
    { type: 'about:blank', title: 'Bad Request', status, detail: 'x' },
    status,
    'application/problem+json',
  )
/** Those without which no visit goes on. */
const needed = [['a new proof', op.createProof], ...reads.slice(1)] as const

/** Faults: those that pass, and those of one operation that never do. */
export const passingFaultRows = [
  ...reads.map(([what, operation]) => through(`503 once for ${what}`, once(operation, busy))),
  ...reads.map(([what, operation]) =>
    through(`429 once for ${what}`, once(operation, slowDown('1'))),
  ),
  ...allThrough({
    '429 once with a date': once(op.packets, slowDown('Mon, 02 Mar 2026 18:00:03 GMT')),
    '429 once without a time': once(op.packets, refusal(429)),
    '429 once with a fraction of a second': once(op.packets, slowDown('0.5')),
    '500 once with HTML': once(op.patient, text('<h1>Oops</h1>', 500, 'text/html')),
    '502 once': once(op.match, text('Bad Gateway', 502)),
    '504 once': once(op.packets, text('upstream request timeout', 504)),
    '520 once': once(op.packets, text('error code: 520', 520)),
  }),
  ...[408, 409, 423, 425].map((status) =>
    adapted(
      `${status} once`,
      { retry: { statuses: [status] } },
      once(op.packets, text('', status)),
    ),
  ),
  ...allThrough({
    '401 once in the middle': once(op.packets, refusal(401, 'invalid_token')),
    'an answer that is cut once': lost(op.packets, { ...json({ items: [] }), cut: true }),
    'half of an answer once': lost(op.packets, text('{"items":[{"id"', 200, 'application/json')),
    '503 once for a new proof': once(op.createProof, busy),
    '429 once for a new proof': once(op.createProof, slowDown('1')),
    '503 once for a code that was sent': lost(op.sendCode, busy),
    '503 once for a code that was not sent': once(op.sendCode, busy),
    '503 once for a code that was checked': lost(op.verifyCode, busy),
    '401 once for a code that was checked': lost(op.verifyCode, refusal(401, 'invalid_token')),
  }),
  ...allThrough(
    {
      '503 once for a packet that was made': lost(op.newPacket, busy),
    },
    'newPacket',
  ),
  ...allThrough({
    // Where the proof’s state cannot be read, what the service said of the code counts.
    'the state of a proof refused with 400 and problem+json': insteadOf(op.proofStatus, () =>
      problem(400),
    ),
    'the state of a proof fails always with 500 and HTML': insteadOf(op.proofStatus, () =>
      text('<h1>Server Error</h1>', 500, 'text/html'),
    ),
  }),
  ...needed.flatMap(([what, operation]) => [
    toStaff(
      `${what} refused with 400 and problem+json`,
      'the service wants something else',
      operation,
      insteadOf(operation, () => problem(400)),
    ),
    afterTries(
      `${what} fails always with 500 and HTML`,
      operation,
      insteadOf(operation, () => text('<h1>Server Error</h1>', 500, 'text/html')),
    ),
  ]),
  ...allToStaff(op.packets, {
    'the packets refused with 405': [
      'the method is another one',
      insteadOf(op.packets, () => text('', 405)),
    ],
    'the packets refused with 406': [
      'the type is another one',
      insteadOf(op.packets, () => text('', 406)),
    ],
    'the packets refused with 451': [
      'nothing better is known',
      insteadOf(op.packets, () => text('', 451)),
    ],
  }),
  ...allToStaff(op.createProof, {
    'a new proof refused with 415': [
      'the type is another one',
      insteadOf(op.createProof, () => text('', 415)),
    ],
  }),
]
