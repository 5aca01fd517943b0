import { answers, insteadOf, rename, repliesTo, refusal, without } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, json, jsonOf, text, type Fields } from '../wire.ts'

const { through, adapted, toStaff } = rowsOf('create proof')
const body = (write: (proof: Fields) => unknown) => answers(op.createProof, write)
const named = (names: Readonly<Record<string, string>>) => body((proof) => rename(proof, names))

/** Other answers to the creation of an identity proof. */
export const createProofRows = [
  through('the proof’s id as proofId', named({ id: 'proofId' })),
  through('the proof’s id as identityProofId', named({ id: 'identityProofId' })),
  through('the proof’s id as sessionId', named({ id: 'sessionId' })),
  through('the proof’s id as uuid', named({ id: 'uuid' })),
  through(
    'the proof’s id as an object',
    body((proof) => ({ ...proof, id: { id: proof['id'] } })),
  ),
  through(
    'the proof under identityProof',
    body((proof) => ({ identityProof: proof })),
  ),
  through(
    'the proof under data',
    body((proof) => ({ data: proof })),
  ),
  through(
    'the proof under session',
    body((proof) => ({ session: proof })),
  ),
  through(
    'the proof as a list of one',
    body((proof) => [proof]),
  ),
  through('the token as secureToken', named({ token: 'secureToken' })),
  through('the token as proofToken', named({ token: 'proofToken' })),
  through('the token as sessionToken', named({ token: 'sessionToken' })),
  through('the token as secure_token', named({ token: 'secure_token' })),
  through('the token as accessToken', named({ token: 'accessToken' })),
  through('the token as identityProofToken', named({ token: 'identityProofToken' })),
  through(
    'the token as an object with value',
    body((proof) => ({ ...proof, token: { value: proof['token'], expiresIn: 600 } })),
  ),
  through(
    'the token in the header x-identity-proof-token alone',
    repliesTo(op.createProof, (answer) => {
      const proof = jsonOf(answer) as Fields
      const created = json(without(proof, 'token'), answer.status)
      const token = String(proof['token'])
      return { ...created, headers: { ...created.headers, 'x-identity-proof-token': token } }
    }),
  ),
  through(
    'the id in the Location alone',
    repliesTo(op.createProof, (answer, { request }) => {
      const proof = jsonOf(answer) as Fields
      const created = json(without(proof, 'id'), 201)
      const location = `${request.path}/${String(proof['id'])}`
      return { ...created, headers: { ...created.headers, location } }
    }),
  ),
  through(
    'methods left out of a new proof',
    body((proof) => without(proof, 'methods')),
  ),
  through(
    'methods of a new proof as words',
    body((proof) => ({ ...proof, methods: ['SMS'] })),
  ),
  through(
    'methods of a new proof as a map',
    body((proof) => ({ ...proof, methods: { sms: 'pending' } })),
  ),
  through(
    'methods of a new proof as one word',
    body((proof) => ({ ...proof, methods: 'SMS' })),
  ),
  through(
    'a new proof with 200',
    repliesTo(op.createProof, (answer) => ({ ...answer, status: 200 })),
  ),
  through(
    'a new proof with 202',
    repliesTo(op.createProof, (answer) => ({ ...answer, status: 202 })),
  ),
  through(
    'links beside a new proof',
    body((proof) => ({ ...proof, _links: { self: { href: '/x' } }, links: [] })),
  ),
  adapted(
    'the proof’s token as key',
    { read: { fields: { 'proof.token': 'key' } } },
    named({ token: 'key' }),
  ),
  adapted(
    'the proof’s id and token deep in the answer',
    { read: { fields: { 'proof.id': 'result.proof.ref', 'proof.token': 'result.auth.secret' } } },
    body(({ id, token }) => ({ result: { proof: { ref: id }, auth: { secret: token } } })),
  ),
  toStaff(
    'a new proof without a token',
    'a proof whose token is nowhere cannot be used',
    op.createProof,
    body((proof) => without(proof, 'token')),
  ),
  toStaff(
    'a new proof without a body',
    'neither id nor token is known',
    op.createProof,
    repliesTo(op.createProof, () => bare(201)),
  ),
  toStaff(
    'a new proof as the text OK',
    'neither id nor token is known',
    op.createProof,
    repliesTo(op.createProof, () => text('OK')),
  ),
  toStaff(
    'a new proof refused with 400',
    'the service wants something else, and does not say what',
    op.createProof,
    insteadOf(op.createProof, () => refusal(400)),
  ),
  toStaff(
    'a new proof refused with 422',
    'the service wants something else, and does not say what',
    op.createProof,
    insteadOf(op.createProof, () => refusal(422)),
  ),
  toStaff(
    'a new proof refused with 403 where all else is granted',
    'this operation alone is not granted: staff can still serve, and other visits may find it granted',
    op.createProof,
    insteadOf(op.createProof, () => refusal(403, 'forbidden')),
  ),
  toStaff(
    'a new proof is not there (404)',
    'the path is another one',
    op.createProof,
    insteadOf(op.createProof, () => text('Not Found', 404)),
  ),
]
