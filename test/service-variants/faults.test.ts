import {
  always,
  answers,
  answersAll,
  insteadOf,
  ofPatient,
  ofProof,
  refusal,
  repliesTo,
  repliesToAll,
  together,
  wants,
  wantsAll,
  without,
} from './changes.ts'
import { op, operationOf } from './operations.ts'
import { testVisits, type Changes } from './variant.ts'
import { bare, json, text, type Change, type WireAnswer } from './wire.ts'

const through = { end: 'through' } as const
/** Staff take over; the operation stands in the log. */
const staff = (operation: string) => ({ end: 'staff', operation }) as const
const html = text('<title>Welcome</title>', 200, 'text/html')
const busy = text('<h1>503 Service Unavailable</h1>', 503, 'text/html')
const slowDown = (after: string): WireAnswer => ({
  ...refusal(429),
  headers: { 'retry-after': after },
})
const problem = json({ type: 'about:blank', title: 'Bad Request' }, 400, 'application/problem+json')

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

const reads = {
  'the state of a proof': op.proofStatus,
  'the match': op.match,
  'the patient': op.patient,
  'the packets': op.packets,
  'the address': op.address,
  'a packet': op.packet,
} as const
const ofEach = (answer: WireAnswer): Changes =>
  Object.fromEntries(
    Object.entries(reads).map(([what, operation]) => [what, once(operation, answer)]),
  )

testVisits('503 once', through, ofEach(busy), 'usual', 0)
testVisits('429 once', through, ofEach(slowDown('1')), 'usual', 1)
testVisits('a fault that passes', through, {
  '429 with a date': once(op.packets, slowDown('Mon, 02 Mar 2026 18:00:03 GMT')),
  '429 without a time': once(op.packets, refusal(429)),
  '520 once': once(op.packets, text('error code: 520', 520)),
  '401 once in the middle': once(op.packets, refusal(401, 'invalid_token')),
  'an answer that is cut once': lost(op.packets, { ...json({ items: [] }), cut: true }),
  'half of an answer once': lost(op.packets, text('{"items":[{"id"', 200, 'application/json')),
  '503 for a new proof': once(op.createProof, busy),
  '503 for a code that was sent': lost(op.sendCode, busy),
  '503 for a code that was not sent': once(op.sendCode, busy),
  '503 for a code that was checked': lost(op.verifyCode, busy),
  '401 for a code that was checked': lost(op.verifyCode, refusal(401, 'invalid_token')),
  'a refusal of the kiosk’s own look that is taken back': together(
    insteadOf(op.check, () => bare(403), 1),
    repliesTo(op.check, (given, { nth }) => (nth > 1 ? json([]) : given)),
  ),
})

/** Operations without which no visit goes on. */
const needed = [op.createProof, op.match, op.patient, op.packets, op.address, op.packet] as const
for (const [nth, operation] of needed.entries()) {
  const neverWorks: Changes = {
    'refused with 400 and problem+json': always(operation, problem),
    'refused with 403': always(operation, refusal(403)),
    'not there (404)': always(operation, refusal(operation === op.match ? 405 : 404)),
    'answered by a page of HTML': repliesTo(operation, () => html),
  }
  testVisits(`${operation}, in a way that never works`, staff(operation), neverWorks, 'usual', nth)
  testVisits(
    `${operation}, failing always`,
    { ...staff(operation), sameRequests: 6 },
    { 'with 500 and HTML': always(operation, text('<h1>Server Error</h1>', 500, 'text/html')) },
  )
}

testVisits('every answer, in a form that cannot be read', staff(op.createProof), {
  'an error with 200': answersAll(() => ({ success: false, error: { code: 'E1', message: 'No' } })),
  'a text of JSON': answersAll((body) => JSON.stringify(body)),
})
const notReached = { ...staff(op.createProof), seconds: 40, sameRequests: 10 }
testVisits('every answer from something in the place of the service', notReached, {
  XML: repliesToAll(() => text('<proof/>', 200, 'application/xml')),
  'moved to another origin': wantsAll((request) =>
    bare(308, { location: `https://elsewhere.example${request.path}` }),
  ),
  'moved to plain http': wantsAll((request) =>
    bare(308, { location: `http://intake.example${request.path}` }),
  ),
  'moved in a circle': wantsAll((request) => bare(308, { location: request.path })),
})
testVisits('a page of a login in the place of a token', notReached, {
  'for ever': always(op.token, html),
})
testVisits('no token', staff(op.createProof), {
  'but another answer': answers(op.token, (one) => without(one, 'access_token')),
})
testVisits(
  'no access',
  { end: 'out of service' },
  {
    'wrong credentials (401)': always(op.token, refusal(401, 'invalid_client')),
    'no grant (403)': wantsAll((request) =>
      request.path.startsWith('/partner') ? text('Forbidden', 403) : request,
    ),
    'no token taken (401)': wantsAll((request) =>
      request.path.startsWith('/partner') ? text('Unauthorized', 401) : request,
    ),
    'the kiosk’s own look refused with 403': always(op.check, bare(403)),
  },
)

/** A contact that is plausible, and that the service still refuses: to whose phones it sends is its own business. */
const toPhone = (answer: WireAnswer) => (): Change => ({
  answer: (given, { operation, request }) =>
    operation === op.sendCode && request.body.includes('SMS') ? answer : given,
})
const refusedPhones: Changes = {
  400: toPhone(refusal(400, 'invalid_contact')),
  404: toPhone(refusal(404, 'not_found')),
  '422 and a list of errors': toPhone(
    json({ errors: [{ field: 'phone', code: 'landline' }] }, 422),
  ),
}
testVisits('a phone that is refused', staff(op.sendCode), refusedPhones)
testVisits(
  'a phone that is refused where e-mail is offered too',
  through,
  refusedPhones,
  'byEither',
)
testVisits('a code that is not sent, whatever the status says', staff(op.sendCode), {
  'success: false': always(op.sendCode, json({ success: false, message: 'Carrier refused' })),
})
testVisits('a code that cannot be checked', staff(op.verifyCode), {
  'by this method (405)': wants(op.verifyCode, () => bare(405, { allow: 'PUT' })),
})
testVisits('a proof that is gone', staff(op.proofStatus), {
  'by a 404': always(op.proofStatus, refusal(404)),
})

testVisits('a new proof without what it needs', staff(op.createProof), {
  'its token': ofProof((one) => without(one, 'token')),
  'its token, under another name': ofProof(({ token, ...one }) => ({ ...one, secureToken: token })),
  'a body': repliesTo(op.createProof, () => bare(201)),
})
testVisits('a record that must not be used', staff(op.patient), {
  'of another patient': ofPatient((one) => ({ ...one, id: 5002 })),
  'with two digits of the year': ofPatient((one) => ({ ...one, dateOfBirth: '3/7/84' })),
  'with a year alone': ofPatient((one) => ({ ...one, dateOfBirth: 1984 })),
})
testVisits('no address', staff(op.address), {
  'but null': repliesTo(op.address, () => json({ url: null })),
  'but a sentence': repliesTo(op.address, () => json({ url: 'The address was sent.' })),
  'but two': repliesTo(op.address, () =>
    json({ a: 'https://a.example/', b: 'https://b.example/' }),
  ),
})
testVisits(
  'a new packet that does not come',
  // It is looked for in the list for some seconds.
  { ...staff(op.newPacket), sameRequests: 7 },
  {
    'after an empty 202': together(
      repliesTo(op.newPacket, () => bare(202)),
      answers(op.packets, () => ({ items: [], nextCursor: null })),
    ),
  },
  'newPacket',
)
testVisits(
  'a new packet of which nobody knows whether it was made',
  staff(op.newPacket),
  {
    'refused with 409': always(op.newPacket, refusal(409, 'duplicate')),
    'refused with 403': always(op.newPacket, refusal(403)),
  },
  'newPacket',
)
