import { answersAll, kebabCase, pascalCase, renameAll, snakeCase } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import type { Fields } from '../wire.ts'

const { through, allThrough, allToStaff, allAdapted } = rowsOf('convention')
type Write = (body: unknown) => unknown

const isList = (body: unknown): body is { items: Fields[]; nextCursor: unknown } =>
  typeof body === 'object' && body !== null && 'items' in body
/** Every record of an answer, by `write`. */
const inRecords =
  (write: (record: Fields) => Fields): Write =>
  (body) => {
    if (isList(body)) return { ...body, items: body.items.map(write) }
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? write(body as Fields)
      : body
  }
const envelope =
  (name: string, more: Fields = {}): Write =>
  (body) => ({ ...more, [name]: body })
/** Every value in a body, by `write`. */
const mapped = (write: (value: unknown, name: string) => unknown): Write => {
  const walk = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, name))
    if (typeof value !== 'object' || value === null) return write(value, name)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, key)]))
  }
  return (body) => walk(body, '')
}
const isId = (name: string) => name === 'id' || name.endsWith('Id')
const withoutNulls: Write = (body) =>
  JSON.parse(JSON.stringify(body, (_, value: unknown) => value ?? undefined)) as unknown

const habits: Readonly<Record<string, Write>> = {
  'names in snake case': (body) => renameAll(body, snakeCase),
  'names in Pascal case': (body) => renameAll(body, pascalCase),
  'names in kebab case': (body) => renameAll(body, kebabCase),
  'names in small letters': (body) => renameAll(body, (name) => name.toLowerCase()),
  'names in capitals': (body) => renameAll(body, (name) => snakeCase(name).toUpperCase()),
  'an envelope with data': envelope('data'),
  'an envelope with success and data': envelope('data', { success: true, message: '' }),
  'an envelope with status and data': envelope('data', { status: 'success' }),
  'an envelope with code and data': envelope('data', { code: 0, msg: 'ok' }),
  'an envelope with result': envelope('result'),
  'an envelope with Result': envelope('Result', { Errors: [] }),
  'an envelope with response': envelope('response'),
  'an envelope with payload': envelope('payload', { timestamp: 1_772_474_400 }),
  'an envelope with body': envelope('body'),
  'an envelope with d': envelope('d'),
  'an envelope with results, errors and warnings': envelope('data', { errors: null, warnings: [] }),
  'ids as texts': mapped((value, name) =>
    isId(name) && typeof value === 'number' ? String(value) : value,
  ),
  'numbers as texts': mapped((value) => (typeof value === 'number' ? String(value) : value)),
  'booleans as 0 and 1': mapped((value) => (typeof value === 'boolean' ? Number(value) : value)),
  'nulls as empty texts': mapped((value) => value ?? ''),
  'nulls left out': withoutNulls,
  'words in small letters': mapped((value) =>
    typeof value === 'string' && /^[A-Z_]+$/.test(value) ? value.toLowerCase() : value,
  ),
  'words in camel case': mapped((value) =>
    typeof value === 'string' && /^[A-Z]+_[A-Z_]+$/.test(value)
      ? value.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
      : value,
  ),
  'links in every record': inRecords((one) => ({ ...one, _links: { self: { href: '/x' } } })),
  'a type in every record': inRecords((one) => ({ __typename: 'Record', ...one })),
  OData: (body) => {
    if (isList(body)) return { '@odata.context': '#', value: body.items }
    return inRecords((one) => ({ '@odata.context': '#', ...one }))(body)
  },
}

const attributes = ({ id, ...fields }: Fields) => ({ type: 'records', id, attributes: fields })
const jsonApi: Write = (body) =>
  isList(body)
    ? { data: body.items.map(attributes), links: {} }
    : { data: attributes(body as Fields) }
/** Where a visit's fields stand, by where each of them stands in its record or its answer. */
const placed = (
  names: readonly `${string}.${string}`[],
  write: (name: string) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, write(name.slice(name.indexOf('.') + 1))]))
const ofLists = ['list.items', 'list.nextCursor'] as const
const ofRecords = [
  'proof.id',
  'proof.token',
  'proof.methods',
  'verification.result',
  'match.patientId',
  'patient.id',
  'patient.dateOfBirth',
  'packet.id',
  'packet.status',
  'packet.patientId',
  'address.url',
  'group.id',
] as const

/** Habits of a whole service, in every answer but that of the token. */
export const conventionRows = [
  ...Object.entries(habits).map(([how, write]) => through(how, answersAll(write))),
  ...Object.entries(habits)
    .slice(0, 3)
    .map(([how, write]) => through(`${how}, and three packets`, answersAll(write), 'several')),
  ...Object.entries(habits)
    .slice(0, 6)
    .map(([how, write]) => through(`${how}, and a wrong code`, answersAll(write), 'wrongCode')),
  ...Object.entries(habits)
    .slice(0, 6)
    .map(([how, write]) => through(`${how}, and a new packet`, answersAll(write), 'newPacket')),
  ...allThrough({
    'JSON:API': answersAll(jsonApi),
  }),
  ...allAdapted({
    'everything deep in the answer': [
      {
        read: {
          root: 'outcome.content.entity',
          fields: placed(ofLists, (name) => `outcome.content.entity.${name}`),
        },
      },
      answersAll((entity) => ({ outcome: { content: { entity } } })),
    ],
    'names with a sign of the type': [
      { read: { fields: placed([...ofLists, ...ofRecords], (name) => `${name}__c`) } },
      answersAll((body) => renameAll(body, (name) => `${name}__c`)),
    ],
  }),
  ...allToStaff(op.createProof, {
    'an error in every answer with 200': [
      'the service says no in its own way',
      answersAll(() => ({ success: false, error: { code: 'E1', message: 'Not allowed' } })),
    ],
    'JSON in a text of JSON': [
      'what came cannot be read',
      answersAll((body) => JSON.stringify(body)),
    ],
    'an empty object in the place of every answer': [
      'what came cannot be read',
      answersAll(() => ({})),
    ],
    'null in the place of every answer': ['what came cannot be read', answersAll(() => null)],
  }),
]
