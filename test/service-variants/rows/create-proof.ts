import { answers, insteadOf, rename, repliesTo, refusal, without } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, json, jsonOf, text, type Fields } from '../wire.ts'

const { allThrough, allToStaff, allAdapted } = rowsOf('create proof')
const body = (write: (proof: Fields) => unknown) => answers(op.createProof, write)
const named = (names: Readonly<Record<string, string>>) => body((proof) => rename(proof, names))

/** Other answers to the creation of an identity proof. */
export const createProofRows = [
  ...allThrough({
    'the proof’s id as proofId': named({ id: 'proofId' }),
    'the proof’s id as identityProofId': named({ id: 'identityProofId' }),
    'the proof’s id as sessionId': named({ id: 'sessionId' }),
    'the proof’s id as uuid': named({ id: 'uuid' }),
    'the proof’s id as an object': body((proof) => ({ ...proof, id: { id: proof['id'] } })),
    'the proof under identityProof': body((proof) => ({ identityProof: proof })),
    'the proof under data': body((proof) => ({ data: proof })),
    'the proof under session': body((proof) => ({ session: proof })),
    'the proof as a list of one': body((proof) => [proof]),
    'the token as secureToken': named({ token: 'secureToken' }),
    'the token as proofToken': named({ token: 'proofToken' }),
    'the token as sessionToken': named({ token: 'sessionToken' }),
    'the token as secure_token': named({ token: 'secure_token' }),
    'the token as accessToken': named({ token: 'accessToken' }),
    'the token as identityProofToken': named({ token: 'identityProofToken' }),
    'the token as an object with value': body((proof) => ({
      ...proof,
      token: { value: proof['token'], expiresIn: 600 },
    })),
    'the token in the header x-identity-proof-token alone': repliesTo(op.createProof, (answer) => {
      const proof = jsonOf(answer) as Fields
      const created = json(without(proof, 'token'), answer.status)
      const token = String(proof['token'])
      return { ...created, headers: { ...created.headers, 'x-identity-proof-token': token } }
    }),
    'the id in the Location alone': repliesTo(op.createProof, (answer, { request }) => {
      const proof = jsonOf(answer) as Fields
      const created = json(without(proof, 'id'), 201)
      const location = `${request.path}/${String(proof['id'])}`
      return { ...created, headers: { ...created.headers, location } }
    }),
    'methods left out of a new proof': body((proof) => without(proof, 'methods')),
    'methods of a new proof as words': body((proof) => ({ ...proof, methods: ['SMS'] })),
    'methods of a new proof as a map': body((proof) => ({ ...proof, methods: { sms: 'pending' } })),
    'methods of a new proof as one word': body((proof) => ({ ...proof, methods: 'SMS' })),
    'a new proof with 200': repliesTo(op.createProof, (answer) => ({ ...answer, status: 200 })),
    'a new proof with 202': repliesTo(op.createProof, (answer) => ({ ...answer, status: 202 })),
    'links beside a new proof': body((proof) => ({
      ...proof,
      _links: { self: { href: '/x' } },
      links: [],
    })),
  }),
  ...allAdapted({
    'the proof’s token as key': [
      { read: { fields: { 'proof.token': 'key' } } },
      named({ token: 'key' }),
    ],
    'the proof’s id and token deep in the answer': [
      { read: { fields: { 'proof.id': 'result.proof.ref', 'proof.token': 'result.auth.secret' } } },
      body(({ id, token }) => ({ result: { proof: { ref: id }, auth: { secret: token } } })),
    ],
  }),
  ...allToStaff(op.createProof, {
    'a new proof without a token': [
      'a proof whose token is nowhere cannot be used',
      body((proof) => without(proof, 'token')),
    ],
    'a new proof without a body': [
      'neither id nor token is known',
      repliesTo(op.createProof, () => bare(201)),
    ],
    'a new proof as the text OK': [
      'neither id nor token is known',
      repliesTo(op.createProof, () => text('OK')),
    ],
    'a new proof refused with 400': [
      'the service wants something else, and does not say what',
      insteadOf(op.createProof, () => refusal(400)),
    ],
    'a new proof refused with 422': [
      'the service wants something else, and does not say what',
      insteadOf(op.createProof, () => refusal(422)),
    ],
    'a new proof refused with 403 where all else is granted': [
      'this operation alone is not granted: staff can still serve, and other visits may find it granted',
      insteadOf(op.createProof, () => refusal(403, 'forbidden')),
    ],
    'a new proof is not there (404)': [
      'the path is another one',
      insteadOf(op.createProof, () => text('Not Found', 404)),
    ],
  }),
]
