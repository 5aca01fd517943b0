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

/** Reports a wrong value, and what was expected in its place. */
function report(context: z.core.$RefinementCtx, path: string[], expected: string): void {
  context.addIssue({ code: 'custom', path, message: expected, input: undefined })
}

/**
 * Builds an object schema with known keys only; the error names an unknown key, and `expected` lists the allowed ones.
 */
function keyed<T extends z.ZodType>(value: T, isKnown: (key: string) => boolean, expected: string) {
  return z.record(z.string(), value).superRefine((record, context) => {
    for (const key of Object.keys(record)) if (!isKnown(key)) report(context, [key], expected)
  })
}

/** The beginnings of the interfaces' paths in the contract. */
export const contractPrefixes = { partner: '/partner/v2', developer: '/service/api/developer/v1' }

const segments = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~:@!$&'()*+,;=%{}-]+)*$/
const prefix = z.string().regex(segments, {
  error: 'a path such as /api/v2: it begins with a slash and ends without one',
})

/** Names that a template may omit: the sandbox knows its account and location without them. */
const mayBeLeftOut = ['accountId', 'locationId']

const override = z.strictObject({
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], {
      error: 'GET, POST, PUT, PATCH or DELETE',
    })
    .optional(),
  /** The whole path behind the service's address, with `{name}` for its parameters. */
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

/** Paths of operations. */
const paths = section({
  /** In place of `/partner/v2`. */
  partner: prefix.default(contractPrefixes.partner),
  /** In place of `/service/api/developer/v1`. */
  developer: prefix.default(contractPrefixes.developer),
  /** Single operations, by id. */
  operations: overrides.prefault({}),
})

const tokenPath = z.string().regex(/^\/[\w.~:@!$&'()*+,;=%/-]*$/, {
  error: 'a path that begins with a slash, such as /oauth/token',
})

/** Fields of the request besides `grant_type` and the credentials, such as `scope` and `audience`. */
const tokenExtra = z.record(z.string(), z.string()).prefault({})

const tokenField = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/, { error: 'the name of a field' })

const endpoint = (usual: { path: string; auth: 'body' | 'basic' }) =>
  z
    .strictObject({
      path: tokenPath.default(usual.path),
      /** Place of the client's credentials: in the body, or in Basic authentication. */
      auth: z.enum(['body', 'basic']).default(usual.auth),
      /** Format of the body. */
      body: z.enum(['form', 'json']).default('form'),
      extra: tokenExtra,
      /** Names of the fields of the body. */
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

/** The token request of each interface. */
const tokens = section({
  partner: endpoint({ path: '/oauth/token', auth: 'body' }),
  developer: endpoint({ path: '/oauth2/token', auth: 'basic' }),
})

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

/** Headers beside the bearer token: their operations, and their value or the vault's secret that they carry. */
const headers = z.array(header).default([])

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

const sentExtra = keyed(
  z.record(z.string().min(1), z.json()),
  isPlain,
  'the id of an operation, such as partner.formPackets.create',
)

/** Differences from the contract in requests. */
const sent = section({
  /** Field of the contract to the service's name for it, in every operation or by operation. */
  names: sentNames.prefault({}),
  /** Field of the contract to `{ our word: their word }`. */
  words: sentWords.prefault({}),
  /** Format of phone numbers: +12065550101, 2065550101, (206) 555-0101, or 12065550101. */
  phone: z.enum(['e164', 'national', 'nationalWritten', 'digits']).default('e164'),
  /** Format of dates: 2030-05-31, 5/31/2030, 31/5/2030 or 20300531. */
  dates: z.enum(['iso', 'monthFirst', 'dayFirst', 'compact']).default('iso'),
  /** Fields that an operation has beside the contract's: in its body, or in the address of a GET or DELETE. */
  extra: sentExtra.prefault({}),
})

/** Foyer's words for what an answer says, by their names in a profile. */
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

/** Differences from the contract in answers. */
const read = section({
  /** Path to the record in the answer for a single one on the partner interface. */
  root: place.default('$'),
  /** Fields that stand elsewhere: `packet.status` to a place in the record, `list.items` to one in the answer. */
  fields: keyed(
    place,
    (name) => answerFieldNames.includes(name),
    'a field that Foyer reads, such as packet.status, list.items or match.patientId',
  ).prefault({}),
  /** More words for what Foyer must recognise, in any case. */
  words: section(wordLists),
  /**
   * Order of dates such as 3/4/1980. The documents put the month first between slashes; with other separators only
   * unambiguous dates are read.
   */
  dateOrder: z.enum(['documented', 'monthFirst', 'dayFirst']).default('documented'),
})
export type ReadProfile = z.output<typeof read>

/** A contradiction between two values of a profile, each right by itself. */
interface Clash {
  readonly path: string[]
  readonly message: string
}

const groups: readonly (readonly [string, readonly string[]])[] = [
  ['list', listFields],
  ...Object.entries(answeredRecords).map(
    ([name, { fields }]): readonly [string, readonly string[]] => [name, fields],
  ),
]
const wordGroups = [
  ['completed', 'archived', 'inProgress', 'notStarted'],
  ['verified', 'pending', 'incorrect', 'expired', 'locked'],
  ['completed', 'arrived', 'cancelled'],
] as const

const pathWithoutRoot = (path: string) => path.replace(/^\$\.?/, '')

/** Two fields at one place, and one word with two meanings. */
function findClashes({ read }: { readonly read: ReadProfile }): Clash[] {
  const clashes: Clash[] = []
  for (const [group, fields] of groups) {
    const places = new Map<string, string>()
    for (const field of fields) {
      const name = `${group}.${field}`
      const place = pathWithoutRoot(read.fields[name] ?? field)
      const other = places.get(place)
      if (other === undefined) places.set(place, name)
      else
        clashes.push({
          path: ['read', 'fields', name in read.fields ? name : other],
          message: `another place: ${name in read.fields ? other : name} stands there`,
        })
    }
  }
  for (const group of wordGroups) {
    const meanings = new Map<string, string>()
    for (const meaning of group)
      for (const word of read.words[meaning]) {
        const other = meanings.get(String(word).toLowerCase())
        if (other === undefined) meanings.set(String(word).toLowerCase(), meaning)
        else if (other !== meaning)
          clashes.push({
            path: ['read', 'words', meaning],
            message: `other words than those of ${other}: ${word} is one`,
          })
      }
  }
  return clashes
}

/** An HTTP status by which a service says no. */
const refusal = z.int().min(400).max(599)

const proof = section({
  /** Place and name of the secure token on every later call of an identity proof. */
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
    /** Characters of a code. */
    length: z.int().min(4).max(8).default(6),
    /** Characters of a code: digits alone, or letters as well; letters are sent in capitals. */
    alphabet: z.enum(['digits', 'alphanumeric']).default('digits'),
    /** True if the service can call a phone and read the code aloud: `method` VOICE of sending a code. */
    voice: z.boolean().default(false),
  }),
  /** Statuses by which the service says that a code was wrong, where it does not say so in a 200. */
  wrongCodeStatuses: z.array(z.int().min(400).max(499)).default([]),
})

const lists = section({
  /** Records that are asked for in a page; none: what Foyer finds right. */
  pageSize: z.int().min(1).max(1_000).nullable().default(null),
  /** Statuses by which the service says that a list is empty. */
  emptyStatuses: z.array(z.int().min(400).max(499)).default([]),
  /** True if rows that do not name their patient count as the requested patient's. */
  trustPatientFilter: z.boolean().default(false),
})

/**
 * Adaptable differences of a real service from the contract, without code. Omitted values follow the contract.
 * `docs/wire-profile.md` explains each key.
 */
export const wireProfile = z
  .strictObject({
    paths,
    token: tokens,
    headers,
    sent,
    proof,
    read,
    lists,
    retry: section({
      /** Statuses after which a read is tried again, besides 429 and those from 500 on but 501. */
      statuses: z.array(refusal).default([]),
    }),
    rate: section({
      /** Requests a second at most; none: no limit but the service's own. */
      perSecond: z.number().positive().max(1_000).nullable().default(null),
    }),
  })
  .superRefine((profile, context) => {
    for (const { path, message } of findClashes(profile)) report(context, path, message)
  })
export type WireProfile = z.output<typeof wireProfile>

/** Format of a code. */
export type CodeRules = WireProfile['proof']['code']

/** A service that speaks as the contract says. */
export const defaultWireProfile: WireProfile = wireProfile.parse({})

/** One problem of a profile: the key (with dots), and the expected value. */
export interface WireProfileProblem {
  readonly key: string
  readonly expected: string
}

/** Checks what a profile's file holds. Every problem is named, not only the first. */
export function parseWireProfile(
  values: unknown,
): Result<WireProfile, readonly WireProfileProblem[]> {
  const parsed = wireProfile.safeParse(values)
  if (parsed.success) return ok(parsed.data)
  return err(
    parsed.error.issues.flatMap((issue): WireProfileProblem[] => {
      const key = (last?: string) =>
        [...issue.path, ...(last === undefined ? [] : [last])].join('.')
      return issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => ({
            key: key(name),
            expected: 'no such key: see docs/wire-profile.md for the keys',
          }))
        : [{ key: key() || '(the whole profile)', expected: issue.message }]
    }),
  )
}
