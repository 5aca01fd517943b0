import { answers, answersAll, refusal, renameAll, together, wants, wantsAll } from './changes.ts'
import { op } from './operations.ts'
import { testProfiles } from './variant.ts'
import {
  isSuccess,
  json,
  jsonOf,
  type Change,
  type Fields,
  type WireAnswer,
  type WireRequest,
} from './wire.ts'

// Each key of a profile is tried at the translation of a request and an answer, and with a service that speaks by whole
// profiles: these are the journeys of a patient above it.

/** A body as this service wants it, read back into the sandbox's own; undefined: it is refused with 400. */
const body = (operation: string, read: (body: Fields) => Fields | undefined) =>
  wants(operation, (request) => {
    const known = read(jsonOf(request) as Fields)
    return known ? { ...request, body: JSON.stringify(known) } : refusal(400)
  })
const tokenHeader = 'x-identity-proof-token'
/** The proof's token where this service wants it. */
const proofToken = (find: (request: WireRequest) => string | null | undefined) =>
  wantsAll((request) => {
    if (!/\/identity-proof\/[^/]+/.test(request.path)) return request
    const given = find(request)
    if (!given) return refusal(400, 'missing_token')
    const query = new URLSearchParams(request.query)
    query.delete('token')
    const { token: _, ...fields } = (jsonOf(request) ?? {}) as Fields
    return {
      ...request,
      query,
      headers: { ...request.headers, [tokenHeader]: given },
      ...(request.body !== '' && { body: JSON.stringify(fields) }),
    }
  })

testProfiles('what is sent', 'staff', {
  'sent.names in a body': [
    { sent: { names: { phone: { [op.sendCode]: 'to' } } } },
    body(op.sendCode, ({ to, ...fields }) =>
      to === undefined ? undefined : { ...fields, phone: to },
    ),
  ],
  'sent.words': [
    { sent: { words: { verificationMethod: { SMS: 'PHONE' } } } },
    body(op.createProof, (fields) =>
      fields['verificationMethod'] === 'PHONE'
        ? { ...fields, verificationMethod: 'SMS' }
        : undefined,
    ),
  ],
  'proof.token in the body': [
    { proof: { token: { in: 'body', name: 'token' } } },
    proofToken((request) =>
      request.method === 'GET'
        ? (request.headers[tokenHeader] ?? request.query.get('token'))
        : ((jsonOf(request) as Fields)['token'] as string | undefined),
    ),
  ],
})
testProfiles(
  'what is sent for a new packet',
  'staff',
  {
    'sent.extra': [
      { sent: { extra: { [op.newPacket]: { locationId: '{locationId}' } } } },
      body(op.newPacket, ({ locationId, ...fields }) =>
        locationId === undefined ? undefined : fields,
      ),
    ],
  },
  'newPacket',
)

testProfiles('how a token is asked for', 'out of service', {
  'token.partner.names': [
    { token: { partner: { names: { client_id: 'clientId' } } } },
    wants(op.token, (request): WireRequest | WireAnswer => {
      const { clientId, ...fields } = Object.fromEntries(new URLSearchParams(request.body))
      if (clientId === undefined) return refusal(400, 'invalid_request')
      const known = new URLSearchParams({ ...fields, client_id: clientId })
      return { ...request, body: known.toString() }
    }),
  ],
})

/** A service whose codes look otherwise than six digits. */
const codes = (code: string) => (): Change => ({
  answer(answer, { operation, state }) {
    if (operation !== op.sendCode || !isSuccess(answer)) return answer
    const sent = [...state.proofs.values()].at(-1)?.codes.at(-1)
    const message = state.inbox.at(-1)
    if (sent && message) for (const each of [sent, message]) Object.assign(each, { code })
    return json({ ...(jsonOf(answer) as Fields), codeLength: code.length })
  },
})
testProfiles('what a code looks like', 'asked again', {
  'proof.code.length': [{ proof: { code: { length: 4 } } }, codes('4711')],
  'proof.code.alphabet': [{ proof: { code: { alphabet: 'alphanumeric' } } }, codes('A7K2QX')],
})

const ofLists = ['list.items', 'list.nextCursor']
const ofRecords = [
  ...['proof.id', 'proof.token', 'proof.methods', 'verification.result', 'match.patientId'],
  ...['patient.id', 'patient.dateOfBirth', 'packet.id', 'packet.status', 'packet.patientId'],
  ...['address.url', 'group.id'],
]
/** Where fields stand, by where each of them stands in its record or its answer. */
const placed = (fields: readonly string[], write: (name: string) => string) =>
  Object.fromEntries(fields.map((field) => [field, write(field.slice(field.indexOf('.') + 1))]))
const inOtherWords = ({ methods }: Fields) =>
  (methods as Fields[]).map((one) => ({
    ...one,
    status: one['status'] === 'VERIFIED' ? 'OK' : 'OPEN',
  }))

testProfiles('what is read', 'staff', {
  'read.root': [
    {
      read: {
        root: 'outcome.entity',
        fields: placed(ofLists, (name) => `outcome.entity.${name}`),
      },
    },
    answersAll((entity) => ({ outcome: { entity } })),
  ],
  'read.fields, each of them': [
    { read: { fields: placed([...ofLists, ...ofRecords], (name) => `${name}__c`) } },
    answersAll((all) => renameAll(all, (name) => `${name}__c`)),
  ],
  'read.fields: token.access_token': [
    { read: { fields: { 'token.access_token': 'bearer.value' } } },
    answers(op.token, (one) => ({ bearer: { value: one['access_token'] } })),
  ],
  'read.dateOrder': [
    { read: { dateOrder: 'dayFirst' } },
    answers(op.patient, (one) => {
      const [month, day, year] = String(one['dateOfBirth']).split('/')
      return { ...one, dateOfBirth: `${day}/${month}/${year}` }
    }),
  ],
  'read.words of a proof and a code': [
    { read: { words: { verified: ['OK'], pending: ['OPEN'], incorrect: ['NO'] } } },
    together(
      answers(op.proofStatus, (one) => ({ methods: inOtherWords(one) })),
      answers(op.verifyCode, ({ result }) => ({ result: result === 'VERIFIED' ? 'OK' : 'NO' })),
    ),
  ],
})
