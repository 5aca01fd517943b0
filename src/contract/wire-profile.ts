import { z } from 'zod'
import { err, ok, type Result } from '../shared/result.ts'
import { findClashes } from './wire/clashes.ts'
import { headers } from './wire/profile-headers.ts'
import { paths } from './wire/profile-paths.ts'
import { read } from './wire/profile-read.ts'
import { sent } from './wire/profile-sent.ts'
import { tokens } from './wire/profile-tokens.ts'

/** An HTTP status by which a service says no. */
const refusal = z.int().min(400).max(599)

const proof = z
  .strictObject({
    /** Where the secure token of an identity proof goes on every later call of the proof, and under which name. */
    token: z
      .strictObject({
        /** With `body` it goes into the address of a GET. */
        in: z.enum(['header', 'query', 'body']).default('header'),
        name: z
          .string()
          .regex(/^[A-Za-z][\w-]{0,63}$/, {
            error: 'a name of letters, digits, - and _, beginning with a letter',
          })
          .default('x-identity-proof-token'),
      })
      .prefault({}),
    code: z
      .strictObject({
        /** Characters of a code. */
        length: z.int().min(4).max(8).default(6),
        /** What they are: digits alone, or letters as well; letters are sent in capitals. */
        alphabet: z.enum(['digits', 'alphanumeric']).default('digits'),
        /** Whether the service can call a phone and read the code aloud: `method` VOICE of sending a code. */
        voice: z.boolean().default(false),
      })
      .prefault({}),
    /** Statuses by which the service says that a code was wrong, where it does not say so in a 200. */
    wrongCodeStatuses: z.array(z.int().min(400).max(499)).default([]),
  })
  .prefault({})

const lists = z
  .strictObject({
    /** Records that are asked for in a page; none: what Foyer finds right. */
    pageSize: z.int().min(1).max(1_000).nullable().default(null),
    /** Statuses by which the service says that a list is empty. */
    emptyStatuses: z.array(z.int().min(400).max(499)).default([]),
    /** Whether rows that do not name their patient are taken for the patient that was asked for. */
    trustPatientFilter: z.boolean().default(false),
  })
  .prefault({})

/**
 * What can be adapted to a real service without code: how its requests and answers differ on the wire from what the
 * contract says. Every value is today's where nothing is said. `docs/wire-profile.md` explains each key.
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
    retry: z
      .strictObject({
        /** Statuses after which a read is tried again, besides 429 and those from 500 on but 501. */
        statuses: z.array(refusal).default([]),
      })
      .prefault({}),
    rate: z
      .strictObject({
        /** Requests a second at most; none: no limit but the service's own. */
        perSecond: z.number().positive().max(1_000).nullable().default(null),
      })
      .prefault({}),
  })
  .superRefine((profile, context) => {
    for (const { path, message } of findClashes(profile))
      context.addIssue({ code: 'custom', path, message, input: undefined })
  })
export type WireProfile = z.output<typeof wireProfile>

/** What a code looks like. */
export type CodeRules = WireProfile['proof']['code']

/** A service that speaks as the contract says. */
export const defaultWireProfile: WireProfile = wireProfile.parse({})

/** One thing that is wrong in a profile: which key (with dots), and what was expected. */
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
