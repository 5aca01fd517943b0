import { sandboxSecret } from '../../sandbox/http/wire.ts'
import {
  answers,
  answersAll,
  refusal,
  rename,
  renameAll,
  together,
  wants,
  wantsAll,
  without,
} from './changes.ts'
import { op, operationOf } from './operations.ts'
import { testProfiles } from './variant.ts'
import {
  bare,
  isSuccess,
  json,
  jsonOf,
  text,
  type Change,
  type Fields,
  type WireAnswer,
  type WireRequest,
} from './wire.ts'

/** A body as this service wants it, read back into the sandbox's own; undefined: it is refused with 400. */
const body = (operation: string, read: (body: Fields) => Fields | undefined) =>
  wants(operation, (request) => {
    const known = read(jsonOf(request) as Fields)
    return known ? { ...request, body: JSON.stringify(known) } : refusal(400)
  })
/** One field under another name. */
const named = (operation: string, name: string, wanted: string) =>
  body(operation, ({ [wanted]: value, ...fields }) =>
    value === undefined ? undefined : { ...fields, [name]: value },
  )
/** One field in other words. */
const worded = (operation: string, name: string, wanted: string, word: string) =>
  body(operation, (fields) => (fields[name] === wanted ? { ...fields, [name]: word } : undefined))
const phone = (pattern: RegExp) =>
  body(op.sendCode, (fields) =>
    pattern.test(String(fields['phone']))
      ? { ...fields, phone: `+1${String(fields['phone']).replaceAll(/\D/g, '').slice(-10)}` }
      : undefined,
  )
const queried = (operation: string, name: string, wanted: string) =>
  wants(operation, (request) => {
    const query = new URLSearchParams(request.query)
    const value = query.get(wanted)
    if (query.has(name)) return refusal(400, 'unknown_parameter')
    query.delete(wanted)
    if (value !== null) query.set(name, value)
    return { ...request, query }
  })
const header = (name: string, isRight: (value: string) => boolean, status = 400) =>
  wantsAll((request) =>
    !request.path.startsWith('/partner') || isRight(request.headers[name] ?? '')
      ? request
      : bare(status),
  )
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
const prefix = '/api/v3/intake'

testProfiles('what is sent', 'staff', {
  'sent.names in a body': [
    { sent: { names: { phone: { [op.sendCode]: 'to' } } } },
    named(op.sendCode, 'phone', 'to'),
  ],
  'sent.names in an address': [
    { sent: { names: { patientId: { [op.packets]: 'patient_id' } } } },
    queried(op.packets, 'patientId', 'patient_id'),
  ],
  'sent.words': [
    { sent: { words: { verificationMethod: { SMS: 'PHONE' } } } },
    worded(op.createProof, 'verificationMethod', 'PHONE', 'SMS'),
  ],
  'sent.phone: digits': [{ sent: { phone: 'digits' } }, phone(/^1\d{10}$/)],
  'sent.phone: national': [{ sent: { phone: 'national' } }, phone(/^\d{10}$/)],
  'sent.phone: nationalWritten': [
    { sent: { phone: 'nationalWritten' } },
    phone(/^\(\d{3}\) \d{3}-\d{4}$/),
  ],
  'proof.token in a header': [
    { proof: { token: { in: 'header', name: 'x-session-token' } } },
    proofToken(({ headers }) => headers['x-session-token']),
  ],
  'proof.token in the query': [
    { proof: { token: { in: 'query', name: 'token' } } },
    proofToken(({ query }) => query.get('token')),
  ],
  'proof.token in the body': [
    { proof: { token: { in: 'body', name: 'token' } } },
    proofToken((request) =>
      request.method === 'GET'
        ? (request.headers[tokenHeader] ?? request.query.get('token'))
        : ((jsonOf(request) as Fields)['token'] as string | undefined),
    ),
  ],
  'headers with a value': [
    { headers: [{ name: 'accept', value: 'application/vnd.intake.v2+json' }] },
    header('accept', (value) => value.includes('v2'), 406),
  ],
  'paths.partner': [
    { paths: { partner: prefix } },
    () => ({
      request: (request) => {
        if (request.path.startsWith('/partner/v2')) return text('Not Found', 404)
        return request.path.startsWith(prefix)
          ? { ...request, path: request.path.replace(prefix, '/partner/v2') }
          : request
      },
    }),
  ],
  'lists.pageSize': [
    { lists: { pageSize: 50 } },
    wants(op.packets, (request) =>
      Number(request.query.get('limit') ?? 20) <= 50 ? request : refusal(400, 'limit_too_high'),
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

/** A token request as this service wants it, given back as the sandbox knows it. */
const asks = (isRight: (request: WireRequest) => boolean) =>
  wants(op.token, (request) =>
    isRight(request)
      ? {
          ...request,
          headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: 'foyer-sandbox-partner',
            client_secret: 'sandbox-partner-secret-not-a-secret',
          }).toString(),
        }
      : refusal(400, 'invalid_request'),
  )
testProfiles('how a token is asked for', 'out of service', {
  'token.partner.body': [
    { token: { partner: { body: 'json' } } },
    asks(({ headers }) => (headers['content-type'] ?? '').includes('json')),
  ],
  'token.partner.auth': [
    { token: { partner: { auth: 'basic' } } },
    asks(({ headers }) => headers['authorization']?.startsWith('Basic ') === true),
  ],
  'token.partner.extra': [
    { token: { partner: { extra: { scope: 'forms' } } } },
    asks((request) => request.body.includes('scope=forms')),
  ],
  'token.partner.names': [
    { token: { partner: { names: { client_id: 'clientId' } } } },
    asks((request) => request.body.includes('clientId=')),
  ],
  'token.partner.path': [
    { token: { partner: { path: '/connect/token' } } },
    wantsAll((request) => {
      if (request.path === '/oauth/token') return text('Not Found', 404)
      return request.path === '/connect/token' ? { ...request, path: '/oauth/token' } : request
    }),
  ],
  'headers with a secret': [
    { headers: [{ name: 'x-api-key', secret: 'apiKey' }] },
    header('x-api-key', (value) => value === sandboxSecret('apiKey'), 401),
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

const packets = (write: (packet: Fields) => Fields) =>
  together(
    answers(op.packets, (page) => ({ ...page, items: (page['items'] as Fields[]).map(write) })),
    answers(op.packet, write),
  )
const born = (write: (month: string, day: string, year: string) => unknown) =>
  answers(op.patient, (one) => {
    const [month = '', day = '', year = ''] = String(one['dateOfBirth']).split('/')
    return { ...one, dateOfBirth: write(month, day, year) }
  })
const ofLists = ['list.items', 'list.nextCursor']
const ofRecords = [
  ...[
    'proof.id',
    'proof.token',
    'proof.methods',
    'verification.result',
    'match.patientId',
    'patient.id',
  ],
  ...[
    'patient.dateOfBirth',
    'packet.id',
    'packet.status',
    'packet.patientId',
    'address.url',
    'group.id',
  ],
]
/** Where fields stand, by where each of them stands in its record or its answer. */
const placed = (fields: readonly string[], write: (name: string) => string) =>
  Object.fromEntries(fields.map((field) => [field, write(field.slice(field.indexOf('.') + 1))]))

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
  'read.fields: proof.token': [
    { read: { fields: { 'proof.token': 'secureToken' } } },
    answers(op.createProof, (one) => rename(one, { token: 'secureToken' })),
  ],
  'read.fields: match.patientId': [
    { read: { fields: { 'match.patientId': 'matches[0].ref' } } },
    answers(op.match, ({ patientId }) => ({ matches: [{ ref: patientId }] })),
  ],
  'read.fields: packet.patientId': [
    { read: { fields: { 'packet.patientId': 'subject.ref' } } },
    packets(({ patientId, ...one }) => ({ ...one, subject: { ref: patientId } })),
  ],
  'read.fields: list.items': [
    { read: { fields: { 'list.items': '_embedded.packets' } } },
    answers(op.packets, ({ items }) => ({ _embedded: { packets: items }, _links: {} })),
  ],
  'read.fields: address.url': [
    { read: { fields: { 'address.url': 'result.patient.door' } } },
    answers(op.address, ({ url }) => ({ result: { patient: { door: url } } })),
  ],
  'read.dateOrder: dayFirst': [
    { read: { dateOrder: 'dayFirst' } },
    born((month, day, year) => `${day}/${month}/${year}`),
  ],
  'read.dateOrder: monthFirst': [
    { read: { dateOrder: 'monthFirst' } },
    born((month, day, year) => `${month.padStart(2, '0')}-${day.padStart(2, '0')}-${year}`),
  ],
  'read.words of a proof and a code': [
    { read: { words: { verified: ['OK'], pending: ['OPEN'], incorrect: ['NO'] } } },
    together(
      answers(op.proofStatus, (one) => ({ methods: inOtherWords(one) })),
      answers(op.verifyCode, ({ result }) => ({ result: result === 'VERIFIED' ? 'OK' : 'NO' })),
    ),
  ],
  'retry.statuses': [{ retry: { statuses: [409] } }, once(op.packets, text('', 409))],
})
function inOtherWords({ methods }: Fields): unknown {
  return (methods as Fields[]).map((one) => ({
    ...one,
    status: one['status'] === 'VERIFIED' ? 'OK' : 'OPEN',
  }))
}
function once(operation: string, answer: WireAnswer) {
  return (): Change => {
    let isOver = false
    return {
      request(request) {
        if (isOver || operationOf(request) !== operation) return request
        isOver = true
        return answer
      },
    }
  }
}

testProfiles(
  'what is read of three packets',
  'staff',
  {
    'lists.trustPatientFilter': [
      { lists: { trustPatientFilter: true } },
      packets((one) => without(one, 'patientId')),
    ],
    'read.fields: list.nextCursor': [
      { read: { fields: { 'list.nextCursor': 'paging.next' } } },
      together(
        wants(op.packets, (request) => {
          const query = new URLSearchParams(request.query)
          query.set('limit', '2')
          return { ...request, query }
        }),
        answers(op.packets, ({ items, nextCursor: next }) => ({ items, paging: { next } })),
      ),
    ],
  },
  'several',
)
