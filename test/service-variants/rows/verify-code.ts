import { answers, insteadOf, refusal, wants, without } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import {
  bare,
  isSuccess,
  json,
  jsonOf,
  text,
  type Change,
  type Fields,
  type WireAnswer,
} from '../wire.ts'

const { through, adapted, toStaff } = rowsOf('verify code', 'wrongCode')

/** Answers to a code by what came of it, in the sandbox’s words: VERIFIED or INCORRECT here. */
const byResult =
  (right: (proof: Fields) => WireAnswer, wrong: (proof: Fields) => WireAnswer) => (): Change => ({
    answer: (answer, { operation }) => {
      if (operation !== op.verifyCode || !isSuccess(answer)) return answer
      const proof = jsonOf(answer) as Fields
      return proof['result'] === 'VERIFIED' ? right(proof) : wrong(proof)
    },
  })
const words = (right: unknown, wrong: unknown, name = 'result') =>
  byResult(
    (proof) => json({ ...without(proof, 'result'), [name]: right }),
    (proof) => json({ ...without(proof, 'result'), [name]: wrong }),
  )
const alone = (right: unknown, wrong: unknown) =>
  byResult(
    () => json(right),
    () => json(wrong),
  )
const wrongWith = (answer: WireAnswer) => byResult(json, () => answer)
const problem = (status: number) =>
  json(
    { type: 'about:blank', title: 'Code does not match', status },
    status,
    'application/problem+json',
  )

const statusRows = [400, 401, 403, 404, 409, 410, 422, 423].map((status) =>
  through(`a wrong code refused with ${status}`, wrongWith(refusal(status, 'invalid_code'))),
)

/** Other answers to a code. */
export const verifyCodeRows = [
  through('results in small letters', words('verified', 'incorrect')),
  through('results with a capital', words('Verified', 'Incorrect')),
  through('results as APPROVED and PENDING', words('APPROVED', 'PENDING')),
  through('results as approved and pending in status', words('approved', 'pending', 'status')),
  through('results as SUCCESS and FAILED', words('SUCCESS', 'FAILED')),
  through('results as VALID and INVALID', words('VALID', 'INVALID')),
  through('results as OK and WRONG_CODE', words('OK', 'WRONG_CODE')),
  through('results as MATCH and MISMATCH', words('MATCH', 'MISMATCH')),
  through('results as INVALID_CODE', words('VERIFIED', 'INVALID_CODE')),
  through('results as INCORRECT_CODE', words('VERIFIED', 'incorrect-code')),
  through('results as true and false', words(true, false)),
  through('results as verified: true and false', words(true, false, 'verified')),
  through('results as isVerified', words(true, false, 'isVerified')),
  through('results as valid: true and false', words(true, false, 'valid')),
  through('results as success: true and false', words(true, false, 'success')),
  through('results under status', words('VERIFIED', 'INCORRECT', 'status')),
  through('results under verificationStatus', words('VERIFIED', 'FAILED', 'verificationStatus')),
  through('results under outcome', words('VERIFIED', 'INCORRECT', 'outcome')),
  through('results alone, as a boolean', alone(true, false)),
  through('results alone, as a word', alone('VERIFIED', 'INCORRECT')),
  through(
    'results as an object with code',
    words({ code: 'VERIFIED', label: 'Verified' }, { code: 'INCORRECT', label: 'Incorrect' }),
  ),
  through(
    'no result at all: the methods say it',
    answers(op.verifyCode, (proof) => without(proof, 'result')),
  ),
  through(
    'results in the methods by booleans',
    byResult(
      () => json({ methods: [{ method: 'SMS', verified: true }] }),
      () => json({ methods: [{ method: 'SMS', verified: false }] }),
    ),
  ),
  through(
    'a right code with 204, a wrong one with 400',
    byResult(
      () => bare(204),
      () => refusal(400),
    ),
  ),
  through(
    'a right code with no body, a wrong one with 422',
    byResult(
      () => bare(200),
      () => refusal(422),
    ),
  ),
  through(
    'a right code as the proof itself',
    byResult(
      ({ methods }) => json({ id: 'x', methods }),
      () => refusal(422),
    ),
  ),
  through(
    'a right code as the text OK',
    byResult(
      () => text('OK'),
      () => text('Wrong code', 400),
    ),
  ),
  ...statusRows,
  through(
    'a wrong code refused with 429',
    wrongWith({ ...refusal(429, 'slow_down'), headers: { 'retry-after': '1' } }),
  ),
  through('a wrong code refused with problem+json', wrongWith(problem(422))),
  through(
    'a wrong code refused with a page of HTML',
    wrongWith(text('<h1>Bad</h1>', 400, 'text/html')),
  ),
  through('a wrong code refused without a body', wrongWith(bare(400))),
  through(
    'results in an unknown word: the proof says it',
    words('CONFIRMED_BY_CARRIER', 'NOT_CONFIRMED_BY_CARRIER'),
  ),
  through('results as numbers', words(1, 0)),
  through('results of numbers that nobody knows', words(200, 417)),
  through(
    'the contact as an object',
    answers(op.verifyCode, (proof) => ({ ...proof, phone: { number: '5550101' } })),
  ),
  through(
    'methods of a checked code left out',
    answers(op.verifyCode, ({ result }) => ({ result })),
  ),
  through(
    'methods of a checked code as a map',
    answers(op.verifyCode, ({ result }) => ({ result, methods: { SMS: 'x' } })),
  ),
  through(
    'a checked code under data',
    answers(op.verifyCode, (proof) => ({ data: proof })),
  ),
  through(
    'a checked code under verification',
    answers(op.verifyCode, (proof) => ({ verification: proof })),
  ),
  through(
    'results under verification.status',
    byResult(
      () => json({ verification: { status: 'approved' } }),
      () => json({ verification: { status: 'pending' } }),
    ),
  ),
  adapted(
    'a wrong code refused with 418',
    { proof: { wrongCodeStatuses: [418] } },
    wrongWith(refusal(418, 'teapot')),
  ),
  through('a wrong code ends the proof (410, and then 404)', () => {
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
  }),
  through(
    'a checked code answered with 405: the proof says what came of it',
    insteadOf(op.verifyCode, () => bare(405, { allow: 'PUT' })),
  ),
  toStaff(
    'checking a code is not there (405)',
    'the method is another one, whatever is typed',
    op.verifyCode,
    wants(op.verifyCode, () => bare(405, { allow: 'PUT' })),
    'usual',
  ),
]
