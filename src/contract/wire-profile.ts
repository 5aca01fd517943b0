import { z } from 'zod'
import { err, ok, type Result } from '../shared/result.ts'
import { answeredRecords, answerFieldNames, listFields } from './wire/answer-fields.ts'
import { parsePath } from './wire/json-path.ts'
import {
  bodyFields,
  isMeant,
  operationsById,
  queryFields,
  requestFieldNames,
  wordsOf,
} from './wire/request-fields.ts'

/** Builds a part of a configuration that may be left out: it knows its keys alone, and each has a default. */
export const section = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape).prefault({} as never)

type Context = z.core.$RefinementCtx
function report(context: Context, path: string[], expected: string): void {
  context.addIssue({ code: 'custom', path, message: expected, input: undefined })
}

function keyed<T extends z.ZodType>(value: T, isKnown: (key: string) => boolean, expected: string) {
  return z.record(z.string(), value).superRefine((record, context) => {
    for (const key of Object.keys(record)) if (!isKnown(key)) report(context, [key], expected)
  })
}

export const contractPrefixes = { partner: '/partner/v2', developer: '/service/api/developer/v1' }

const segments = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~:@!$&'()*+,;=%{}-]+)*$/
const prefix = z.string().regex(segments, {
  error: 'a path such as /api/v2: it begins with a slash and ends without one',
})

/** Names that a template may omit: the sandbox knows its account and location without them. */
const mayBeLeftOut = ['accountId', 'locationId']

const override = z.strictObject({
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], { error: 'GET, POST, PUT, PATCH or DELETE' })
    .optional(),
  path: prefix.min(1).optional(),
})

const isPlain = (id: string) => operationsById.has(id) && !id.startsWith('auth.')

const overrides = keyed(
  override,
  isPlain,
  'the id of an operation, such as partner.formPackets.getUrl',
).superRefine((given, context) => {
  for (const [id, { method, path }] of Object.entries(given)) {
    const operation = operationsById.get(id)
    if (!operation) continue
    if (method === 'GET' && operation.body)
      report(
        context,
        [id, 'method'],
        'another method: this operation has a body, and a GET has none',
      )
    if (path === undefined) continue
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const known = Object.keys(operation.params?.shape ?? {})
    const needed = known.filter((name) => !mayBeLeftOut.includes(name))
    if (named.some((name) => !known.includes(name)) || needed.some((name) => !named.includes(name)))
      report(
        context,
        [id, 'path'],
        `a path with ${known.map((name) => `{${name}}`).join(', ')} and no other parameter`,
      )
  }
})

const tokenPath = z.string().regex(/^\/[\w.~:@!$&'()*+,;=%/-]*$/, {
  error: 'a path that begins with a slash, such as /oauth/token',
})

const tokenField = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/, { error: 'the name of a field' })

const endpoint = (usual: { path: string; auth: 'body' | 'basic' }) =>
  z
    .strictObject({
      path: tokenPath.default(usual.path),
      auth: z.enum(['body', 'basic']).default(usual.auth),
      body: z.enum(['form', 'json']).default('form'),
      extra: z.record(z.string(), z.string()).prefault({}),
      names: z
        .strictObject({
          grant_type: tokenField.default('grant_type'),
          client_id: tokenField.default('client_id'),
          client_secret: tokenField.default('client_secret'),
        })
        .refine((names) => new Set(Object.values(names)).size === Object.keys(names).length, {
          error: 'another name for each field',
        })
        .prefault({}),
    })
    .refine(
      ({ extra, names }) =>
        !['client_id', 'client_secret', ...Object.values(names)].some((field) => field in extra),
      {
        path: ['extra'],
        error:
          'fields other than client_id and client_secret, which rest in the vault, and their names',
      },
    )
    .prefault({})

/** Headers that belong to the exchange itself, and to the token. */
const reserved = [
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** A name by which the vault keeps the value of a header. */
export const wireSecretName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, {
  error: 'a name of letters, digits, - and _, beginning with a letter',
})

const operationPattern = z
  .string()
  .refine(
    (pattern) => [...operationsById.values()].some((operation) => isMeant(pattern, operation)),
    { error: 'an operation such as partner.formPackets.list, or several such as partner.*' },
  )

const header = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z][\w-]{0,63}$/, { error: 'the name of a header', abort: true })
      .refine((name) => !reserved.includes(name.toLowerCase()), {
        error: 'a header that Foyer does not send itself',
      }),
    /** The header's value. Nothing secret: secrets are kept in the vault, and `secret` names one. */
    value: z
      .string()
      .regex(/^[\x20-\x7e]+$/, { error: 'a text of printable ASCII characters' })
      .optional(),
    secret: wireSecretName.optional(),
    operations: z.array(operationPattern).min(1).default(['partner.*', 'developer.*']),
  })
  .refine(({ value, secret }) => (value === undefined) !== (secret === undefined), {
    error: 'either value or secret',
  })

const isField = (name: string) => requestFieldNames.has(name)
const field = 'a field of a request, such as verificationMethod, phone, limit or patientId'

const wireName = z
  .string()
  .max(100)
  .refine((name) => (parsePath(name) ?? []).length > 0 && !name.startsWith('$'), {
    error: 'a name, or names with dots for a place deeper in the body',
  })
const takes = (id: string) => {
  const operation = operationsById.get(id)
  return operation ? [...queryFields(operation), ...bodyFields(operation)] : []
}
const byOperation = z.record(z.string(), wireName)
const sentNames = keyed(z.union([wireName, byOperation]), isField, field).superRefine(
  (fields, context) => {
    for (const [name, value] of Object.entries(fields))
      for (const id of typeof value === 'string' ? [] : Object.keys(value))
        if (!takes(id).includes(name))
          report(context, [name, id], `the id of an operation that takes ${name}`)
  },
)

const theirWord = z.union([z.string().min(1), z.number(), z.boolean()])
const sentWords = keyed(z.record(z.string(), theirWord), isField, field).superRefine(
  (fields, context) => {
    for (const [name, pairs] of Object.entries(fields)) {
      const known = wordsOf(name)
      const expected = known.length > 0 ? `one of ${known.join(', ')}` : 'a field that takes words'
      for (const word of Object.keys(pairs))
        if (!known.includes(word)) report(context, [name, word], expected)
      const theirs = known.map((word) => pairs[word] ?? word)
      if (new Set(theirs).size < theirs.length)
        report(context, [name], 'another word for each of ours')
    }
  },
)

const sent = section({
  names: sentNames.prefault({}),
  words: sentWords.prefault({}),
  /** Format of phone numbers: +12065550101, 2065550101, (206) 555-0101, or 12065550101. */
  phone: z.enum(['e164', 'national', 'nationalWritten', 'digits']).default('e164'),
  /** Format of dates: 2030-05-31, 5/31/2030, 31/5/2030 or 20300531. */
  dates: z.enum(['iso', 'monthFirst', 'dayFirst', 'compact']).default('iso'),
  extra: keyed(
    z.record(z.string().min(1), z.json()),
    isPlain,
    'the id of an operation, such as partner.formPackets.create',
  ).prefault({}),
})

export const answerWords = {
  completed: 'COMPLETED',
  archived: 'ARCHIVED',
  inProgress: 'IN_PROGRESS',
  notStarted: 'NOT_STARTED',
  verified: 'VERIFIED',
  pending: 'PENDING',
  incorrect: 'INCORRECT',
  expired: 'EXPIRED',
  locked: 'LOCKED',
  arrived: 'CHECKED_IN',
  cancelled: 'CANCELLED',
} as const

const theirWords = z.array(z.union([z.string().min(1), z.number(), z.boolean()])).default([])
const wordLists = Object.fromEntries(
  Object.keys(answerWords).map((name) => [name, theirWords]),
) as Record<keyof typeof answerWords, typeof theirWords>
const place = z.string().refine((text) => parsePath(text) !== undefined, {
  error: 'a place in the answer, such as state.code, ids[0].value or $',
})

const read = section({
  root: place.default('$'),
  fields: keyed(
    place,
    (name) => answerFieldNames.includes(name),
    'a field that Foyer reads, such as packet.status, list.items or match.patientId',
  ).prefault({}),
  words: section(wordLists),
  dateOrder: z.enum(['documented', 'monthFirst', 'dayFirst']).default('documented'),
})
export type ReadProfile = z.output<typeof read>

const groups = Object.entries({ list: { fields: listFields }, ...answeredRecords })
const wordGroups = [
  ['completed', 'archived', 'inProgress', 'notStarted'],
  ['verified', 'pending', 'incorrect', 'expired', 'locked'],
  ['completed', 'arrived', 'cancelled'],
] as const

const pathWithoutRoot = (path: string) => path.replace(/^\$\.?/, '')

/** Reports two values that contradict each other, each right by itself. */
function reportClashes({ read }: { readonly read: ReadProfile }, context: Context): void {
  for (const [group, { fields }] of groups) {
    const places = new Map<string, string>()
    for (const field of fields) {
      const name = `${group}.${field}`
      const place = pathWithoutRoot(read.fields[name] ?? field)
      const other = places.get(place) ?? name
      places.set(place, other)
      const [wrong, there] = name in read.fields ? [name, other] : [other, name]
      if (other !== name)
        report(context, ['read', 'fields', wrong], `another place: ${there} stands there`)
    }
  }
  for (const group of wordGroups) {
    const meanings = new Map<string, string>()
    for (const meaning of group)
      for (const word of read.words[meaning]) {
        const folded = String(word).toLowerCase()
        const other = meanings.get(folded) ?? meaning
        meanings.set(folded, other)
        const expected = `other words than those of ${other}: ${word} is one`
        if (other !== meaning) report(context, ['read', 'words', meaning], expected)
      }
  }
}

const proof = section({
  token: section({
    /** With `body` it goes into the address of a GET. */
    in: z.enum(['header', 'query', 'body']).default('header'),
    name: z
      .string()
      .regex(/^[A-Za-z][\w-]{0,63}$/, {
        error: 'a name of letters, digits, - and _, beginning with a letter',
      })
      .default('x-identity-proof-token'),
  }),
  code: section({
    length: z.int().min(4).max(8).default(6),
    alphabet: z.enum(['digits', 'alphanumeric']).default('digits'),
    voice: z.boolean().default(false),
  }),
  wrongCodeStatuses: z.array(z.int().min(400).max(499)).default([]),
})

/** Differences of a real service from the contract, without code; `docs/wire-profile.md` explains each key. */
export const wireProfile = z
  .strictObject({
    paths: section({
      partner: prefix.default(contractPrefixes.partner),
      developer: prefix.default(contractPrefixes.developer),
      operations: overrides.prefault({}),
    }),
    token: section({
      partner: endpoint({ path: '/oauth/token', auth: 'body' }),
      developer: endpoint({ path: '/oauth2/token', auth: 'basic' }),
    }),
    headers: z.array(header).default([]),
    sent,
    proof,
    read,
    lists: section({
      pageSize: z.int().min(1).max(1_000).nullable().default(null),
      emptyStatuses: z.array(z.int().min(400).max(499)).default([]),
      trustPatientFilter: z.boolean().default(false),
    }),
    retry: section({
      /** Statuses after which a read is tried again, besides 429 and those from 500 on but 501. */
      statuses: z.array(z.int().min(400).max(599)).default([]),
    }),
    rate: section({ perSecond: z.number().positive().max(1_000).nullable().default(null) }),
  })
  .superRefine(reportClashes)
export type WireProfile = z.output<typeof wireProfile>

export type CodeRules = WireProfile['proof']['code']

export const defaultWireProfile: WireProfile = wireProfile.parse({})

/** Checks what a profile's file holds. Every problem is named, not only the first. */
export function parseWireProfile(
  values: unknown,
): Result<WireProfile, readonly { readonly key: string; readonly expected: string }[]> {
  const parsed = wireProfile.safeParse(values)
  if (parsed.success) return ok(parsed.data)
  return err(
    parsed.error.issues.flatMap((issue) => {
      const isUnknown = issue.code === 'unrecognized_keys'
      const paths = isUnknown ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
      const unknown = 'no such key: see docs/wire-profile.md for the keys'
      const expected = isUnknown ? unknown : issue.message
      return paths.map((path) => ({ key: path.join('.') || '(the whole profile)', expected }))
    }),
  )
}
