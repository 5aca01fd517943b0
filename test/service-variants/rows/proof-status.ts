import { answers, insteadOf, refusal, repliesTo, together, without } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, json, type Fields } from '../wire.ts'

const { through, adapted, toStaff } = rowsOf('proof status')
const body = (write: (proof: Fields) => unknown) => answers(op.proofStatus, write)

interface Method {
  readonly method: string
  readonly status: string
}
const methods = (write: (methods: readonly Method[]) => unknown) =>
  body((proof) => ({ ...proof, methods: write(proof['methods'] as Method[]) }))
const each = (write: (method: Method) => unknown) => methods((all) => all.map(write))
const map = (write: (method: Method) => readonly [string, unknown]) =>
  methods((all) => Object.fromEntries(all.map(write)))
const isDone = ({ status }: Method) => status === 'VERIFIED'
const areDone = ({ methods: all }: Fields) => (all as Method[]).every(isDone)

/** Other answers to the question how far a proof is. */
export const proofStatusRows = [
  through(
    'methods in small letters',
    each(({ method, status }) => ({ method: method.toLowerCase(), status: status.toLowerCase() })),
  ),
  through(
    'methods with type in the place of method',
    each(({ method, status }) => ({ type: method, status })),
  ),
  through(
    'methods with channel and state',
    each(({ method, status }) => ({ channel: method, state: status })),
  ),
  through(
    'methods as PHONE in the place of SMS',
    each(({ method, status }) => ({ method: method === 'SMS' ? 'PHONE' : method, status })),
  ),
  through(
    'methods as TEXT_MESSAGE',
    each(({ method, status }) => ({ method: method === 'SMS' ? 'TEXT_MESSAGE' : method, status })),
  ),
  through(
    'methods with verified: true',
    each((one) => ({ method: one.method, verified: isDone(one) })),
  ),
  through(
    'methods with isVerified: true',
    each((one) => ({ method: one.method, isVerified: isDone(one) })),
  ),
  through(
    'methods with verifiedAt',
    each((one) => ({
      method: one.method,
      verifiedAt: isDone(one) ? '2026-03-02T18:00:00Z' : null,
    })),
  ),
  through(
    'methods with status COMPLETED',
    each((one) => ({ ...one, status: isDone(one) ? 'COMPLETED' : 'PENDING' })),
  ),
  through(
    'methods with status APPROVED',
    each((one) => ({ ...one, status: isDone(one) ? 'APPROVED' : 'PENDING' })),
  ),
  through(
    'methods with status CONFIRMED',
    each((one) => ({ ...one, status: isDone(one) ? 'confirmed' : 'waiting' })),
  ),
  through(
    'methods as a map of words',
    map(({ method, status }) => [method, status]),
  ),
  through(
    'methods as a map of small words',
    map(({ method, status }) => [method.toLowerCase(), status.toLowerCase()]),
  ),
  through(
    'methods as a map of booleans',
    map((one) => [one.method, isDone(one)]),
  ),
  through(
    'methods as a map of booleans with small names',
    map((one) => [one.method.toLowerCase(), isDone(one)]),
  ),
  through(
    'methods as a map of objects',
    map(({ method, status }) => [method, { status }]),
  ),
  through(
    'methods as a map of objects with verified',
    map((one) => [one.method, { verified: isDone(one) }]),
  ),
  through(
    'methods as booleans of their own',
    body(({ id, methods: all }) => ({ id, smsVerified: (all as Method[]).some(isDone) })),
  ),
  through(
    'methods as isSmsVerified',
    body(({ id, methods: all }) => ({ id, isSmsVerified: (all as Method[]).some(isDone) })),
  ),
  through(
    'methods as phoneVerified',
    body(({ id, methods: all }) => ({ id, phoneVerified: (all as Method[]).some(isDone) })),
  ),
  through(
    'methods under verificationMethods',
    body(({ id, methods: all }) => ({ id, verificationMethods: all })),
  ),
  through(
    'methods under verifications',
    body(({ id, methods: all }) => ({ id, verifications: all })),
  ),
  through(
    'methods under channels',
    body(({ id, methods: all }) => ({ id, channels: all })),
  ),
  through(
    'methods in two lists',
    body(({ id, methods: all }) => ({
      id,
      verified: (all as Method[]).filter(isDone).map(({ method }) => method),
      pending: (all as Method[]).filter((one) => !isDone(one)).map(({ method }) => method),
    })),
  ),
  through(
    'methods in two lists with longer names',
    body(({ id, methods: all }) => ({
      id,
      verifiedMethods: (all as Method[]).filter(isDone).map(({ method }) => method),
      pendingMethods: (all as Method[]).filter((one) => !isDone(one)).map(({ method }) => method),
    })),
  ),
  through(
    'the proof’s own status VERIFIED, without methods',
    body((proof) => ({ id: proof['id'], status: areDone(proof) ? 'VERIFIED' : 'PENDING' })),
  ),
  through(
    'the proof’s own status complete, without methods',
    body((proof) => ({ id: proof['id'], state: areDone(proof) ? 'complete' : 'open' })),
  ),
  through(
    'the proof’s own verified: true, without methods',
    body((proof) => ({ id: proof['id'], verified: areDone(proof) })),
  ),
  through(
    'the proof’s own isComplete, without methods',
    body((proof) => ({ id: proof['id'], isComplete: areDone(proof) })),
  ),
  through(
    'no id in a proof',
    body((proof) => without(proof, 'id')),
  ),
  through(
    'a proof under data',
    body((proof) => ({ data: proof })),
  ),
  through(
    'a proof under identityProof',
    body((proof) => ({ identityProof: proof })),
  ),
  through(
    'a proof as a list of one',
    body((proof) => [proof]),
  ),
  through(
    'methods as the whole answer',
    body((proof) => proof['methods']),
  ),
  through(
    'methods of a pair, as a map of booleans',
    map((one) => [one.method, isDone(one)]),
    'byBoth',
  ),
  through(
    'methods of a pair, in two lists',
    body(({ id, methods: all }) => ({
      id,
      verified: (all as Method[]).filter(isDone).map(({ method }) => method),
      pending: (all as Method[]).filter((one) => !isDone(one)).map(({ method }) => method),
    })),
    'byBoth',
  ),
  through(
    'methods of a pair: only those that are done',
    body((proof) => ({
      ...proof,
      status: areDone(proof) ? 'VERIFIED' : 'PENDING',
      methods: (proof['methods'] as Method[]).filter(isDone),
    })),
    'byBoth',
  ),
  through(
    'a wrong code where methods are a map of booleans',
    map((one) => [one.method, isDone(one)]),
    'wrongCode',
  ),
  through(
    'methods in a word of its own',
    each((one) => ({ ...one, status: isDone(one) ? 'BESTAETIGT' : 'OFFEN' })),
  ),
  adapted(
    'methods in a word of its own, and a wrong code in one',
    { read: { words: { verified: ['BESTAETIGT'], pending: ['OFFEN'], incorrect: ['FALSCH'] } } },
    together(
      each((one) => ({ ...one, status: isDone(one) ? 'BESTAETIGT' : 'OFFEN' })),
      answers(op.verifyCode, ({ result }) => ({
        result: result === 'VERIFIED' ? 'BESTAETIGT' : 'FALSCH',
      })),
    ),
    'wrongCode',
  ),
  adapted(
    'methods deep in the answer',
    { read: { fields: { 'proof.methods': 'proof.steps.list' } } },
    body(({ id, methods: all }) => ({ id, proof: { steps: { list: all } } })),
  ),
  // Where the proof’s state cannot be read, what the service said of the code counts: it guards the match itself.
  through(
    'a proof without any status',
    body(({ id }) => ({ id })),
  ),
  toStaff(
    'a proof without methods (an empty list)',
    'nobody can tell that it is proved',
    undefined,
    methods(() => []),
  ),
  through(
    'a proof whose methods are numbers',
    each(({ method }) => ({ method, status: 2 })),
  ),
  through(
    'a proof without a body',
    repliesTo(op.proofStatus, () => bare(204)),
  ),
  toStaff(
    'a proof that cannot be read (404)',
    'a proof that is not there is gone',
    op.proofStatus,
    insteadOf(op.proofStatus, () => refusal(404)),
  ),
  through(
    'a proof that cannot be read (405)',
    insteadOf(op.proofStatus, () => bare(405)),
  ),
  through(
    'a proof that cannot be read (401), though it was proved',
    insteadOf(op.proofStatus, () => json({}, 401)),
  ),
  through(
    'a proof whose reading always fails (500)',
    insteadOf(op.proofStatus, () => refusal(500)),
  ),
]
