import { sandboxSecret } from '../../../sandbox/http/wire.ts'
import { refusal, together, wants, wantsAll } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, jsonOf, text, type Fields, type WireRequest } from '../wire.ts'

const { adapted, allAdapted } = rowsOf('requests')

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
const worded = (operation: string, name: string, words: Readonly<Record<string, string>>) =>
  body(operation, (fields) => {
    const word = words[String(fields[name])]
    return word === undefined ? undefined : { ...fields, [name]: word }
  })
const phone = (read: (phone: string) => string | undefined) =>
  body(op.sendCode, (fields) => {
    const known = read(String(fields['phone']))
    return known === undefined ? undefined : { ...fields, phone: known }
  })

const names: readonly (readonly [string, string, string])[] = [
  [op.createProof, 'verificationMethod', 'method'],
  [op.createProof, 'verificationMethod', 'type'],
  [op.createProof, 'verificationMethod', 'verification_method'],
  [op.sendCode, 'phone', 'phoneNumber'],
  [op.sendCode, 'phone', 'mobilePhone'],
  [op.sendCode, 'phone', 'to'],
  [op.sendCode, 'method', 'channel'],
  [op.verifyCode, 'code', 'otp'],
  [op.verifyCode, 'code', 'verificationCode'],
  [op.verifyCode, 'method', 'type'],
]
/** A field has one and the same words wherever it is sent. */
const words: readonly (readonly [string, string, readonly string[]])[] = [
  ['verificationMethod', 'sms', [op.createProof]],
  ['verificationMethod', 'PHONE', [op.createProof]],
  ['verificationMethod', 'TEXT_MESSAGE', [op.createProof]],
  ['method', 'sms', [op.sendCode, op.verifyCode]],
  ['method', 'PHONE', [op.sendCode, op.verifyCode]],
]
const phones: Readonly<Record<string, RegExp>> = {
  digits: /^1\d{10}$/,
  national: /^\d{10}$/,
  nationalWritten: /^\(\d{3}\) \d{3}-\d{4}$/,
}
const e164 = (given: string) => `+1${given.replaceAll(/\D/g, '').slice(-10)}`

const proofPath = /\/identity-proof\/[^/]+/
const tokenHeader = 'x-identity-proof-token'
/** The proof's token where this service wants it. */
const token = (find: (request: WireRequest) => string | null | undefined) =>
  wantsAll((request) => {
    if (!proofPath.test(request.path)) return request
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
const queried = (operation: string, name: string, wanted: string) =>
  wants(operation, (request) => {
    const query = new URLSearchParams(request.query)
    const value = query.get(wanted)
    if (value === null) return refusal(400, 'unknown_parameter')
    query.delete(wanted)
    query.set(name, value)
    return { ...request, query }
  })
const header = (name: string, isRight: (value: string) => boolean, status = 400) =>
  wantsAll((request) =>
    !request.path.startsWith('/partner') || isRight(request.headers[name] ?? '')
      ? request
      : bare(status),
  )
const prefix = '/api/v3/intake'

/** Requests that the service wants in another way, and refuses in ours. */
export const requestRows = [
  ...names.map(([operation, name, wanted]) =>
    adapted(
      `${operation} wants ${wanted} for ${name}`,
      { sent: { names: { [name]: { [operation]: wanted } } } },
      named(operation, name, wanted),
    ),
  ),
  ...words.map(([name, wanted, operations]) =>
    adapted(
      `${wanted} is wanted for SMS in ${name}`,
      { sent: { words: { [name]: { SMS: wanted } } } },
      together(...operations.map((operation) => worded(operation, name, { [wanted]: 'SMS' }))),
    ),
  ),
  ...Object.entries(phones).map(([format, pattern]) =>
    adapted(
      `a phone is wanted as ${format}`,
      { sent: { phone: format } },
      phone((given) => (pattern.test(given) ? e164(given) : undefined)),
    ),
  ),
  ...['x-proof-token', 'identity-proof-token', 'x-session-token'].map((name) =>
    adapted(
      `the proof’s token is wanted in ${name}`,
      { proof: { token: { in: 'header', name } } },
      token(({ headers }) => headers[name]),
    ),
  ),
  ...allAdapted({
    'the proof’s token is wanted in the query': [
      { proof: { token: { in: 'query', name: 'token' } } },
      token(({ query }) => query.get('token')),
    ],
    'the proof’s token is wanted in the body of what is sent': [
      { proof: { token: { in: 'body', name: 'token' } } },
      token((request) =>
        request.method === 'GET'
          ? (request.headers[tokenHeader] ?? request.query.get('token'))
          : ((jsonOf(request) as Fields)['token'] as string | undefined),
      ),
    ],
    'a tenant is wanted in a header': [
      { headers: [{ name: 'x-tenant', value: 'harbor' }] },
      header('x-tenant', (value) => value === 'harbor'),
    ],
    'a version is wanted in accept': [
      { headers: [{ name: 'accept', value: 'application/vnd.intake.v2+json' }] },
      header('accept', (value) => value.includes('v2'), 406),
    ],
    'another path before all': [
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
    'packets are asked for by patient_id': [
      { sent: { names: { patientId: { [op.packets]: 'patient_id' } } } },
      queried(op.packets, 'patientId', 'patient_id'),
    ],
    'packets are asked for with pageSize': [
      { sent: { names: { limit: { [op.packets]: 'pageSize' } } } },
      queried(op.packets, 'limit', 'pageSize'),
    ],
    'packets come fifty in a page at most': [
      { lists: { pageSize: 50 } },
      wants(op.packets, (request) =>
        Number(request.query.get('limit') ?? 20) <= 50 ? request : refusal(400, 'limit_too_high'),
      ),
    ],
  }),
  ...allAdapted(
    {
      'a key is wanted beside the token': [
        { headers: [{ name: 'x-api-key', secret: 'apiKey' }] },
        header('x-api-key', (value) => value === sandboxSecret('apiKey'), 401),
      ],
    },
    'usual',
    'out of service',
  ),
  ...allAdapted(
    {
      'a new packet wants templateGroupId': [
        { sent: { names: { formTemplateGroupId: 'templateGroupId' } } },
        named(op.newPacket, 'formTemplateGroupId', 'templateGroupId'),
      ],
      'a new packet wants its location in the body': [
        { sent: { extra: { [op.newPacket]: { locationId: '{locationId}' } } } },
        body(op.newPacket, ({ locationId, ...fields }) =>
          locationId === undefined ? undefined : fields,
        ),
      ],
    },
    'newPacket',
  ),
]
