import * as z from 'zod/mini'
import { auditGroups } from './limits.ts'
import { memberId } from './members.ts'
import { exported } from './exports.ts'
import { type DeskOperations, nothing, see, change } from './operation.ts'
import { instant } from './record-fields.ts'
import { reference } from './references.ts'

const auditGroup = z.enum(auditGroups)
export type AuditGroup = z.infer<typeof auditGroup>

const auditSearch = z.strictObject({
  member: z.optional(memberId),
  patient: z.optional(reference),
  group: z.optional(auditGroup),
  /** ms since 1970; `to` is not included. */
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  before: z.optional(z.int().check(z.positive())),
})
export type AuditSearch = z.infer<typeof auditSearch>

/** Details of an entry shown besides its kind; all others stay in the vault. */
export const auditDetail = z.enum([
  'query',
  'searchedBy',
  'command',
  'operation',
  'outcome',
  'reason',
  'why',
  'role',
  'roles',
  'name',
])

const auditEntry = z.strictObject({
  seq: z.int(),
  at: instant,
  group: auditGroup,
  /** The name of its kind; one of another Foyer can be any. */
  kind: z.string(),
  member: z.nullable(z.string()),
  about: z.nullable(z.string()),
  /** Patient concerned, by a name of this session alone, since the audit holds no patient's name. */
  patient: z.nullable(reference),
  details: z.array(z.strictObject({ what: auditDetail, value: z.string() })),
})
export type AuditEntryRow = z.infer<typeof auditEntry>

const auditExportSearch = z.omit(auditSearch, { before: true })
export type AuditExportSearch = z.infer<typeof auditExportSearch>

/** A part of the audit, the newest first. `next`: what asks for the older ones as `before`; null at the end. */
const auditPage = z.strictObject({ entries: z.array(auditEntry), next: z.nullable(z.int()) })

/** Result of checking the audit's chain; `seq` is the entry that breaks it, if there is one. */
const auditVerdict = z.discriminatedUnion('holds', [
  z.strictObject({ holds: z.literal(true), entries: z.int(), first: z.int(), last: z.int() }),
  z.strictObject({
    holds: z.literal(false),
    fault: z.enum(['seal', 'missing', 'changed', 'cut', 'added', 'noCheckpoint']),
    seq: z.nullable(z.int()),
  }),
])
export type AuditVerdict = z.infer<typeof auditVerdict>

const recordLook = z.strictObject({
  /** ms since 1970 of the first and last entry. */
  from: z.number(),
  until: z.number(),
  member: z.nullable(z.string()),
  did: z.discriminatedUnion('what', [
    z.strictObject({ what: z.literal('saw'), place: z.string() }),
    z.strictObject({ what: z.literal('did'), command: z.string() }),
    /** `inList`: read for a list, as that of the day; `visit`: a patient's own on this screen, or by Foyer itself. */
    z.strictObject({ what: z.enum(['inList', 'beganAtKiosk', 'visit']) }),
  ]),
  calls: z.array(z.strictObject({ operation: z.string(), count: z.int() })),
})
export type RecordLook = z.infer<typeof recordLook>

const recordLooks = z.strictObject({ rows: z.array(recordLook), next: z.nullable(z.int()) })

export const auditOperations = {
  queries: {
    auditEntries: see('audit', auditSearch, auditPage),
    /** Looks at the record of an open chart at this desk, the newest first, a part at a time. */
    recordLooks: see(
      'audit',
      { chart: reference, before: z.optional(z.int().check(z.positive())) },
      recordLooks,
    ),
  },
  commands: {
    exportAudit: change('audit', auditExportSearch, exported),
    /** Checks every entry against the one before. It changes nothing, and that it was done is in the audit. */
    verifyAudit: change('audit', nothing, auditVerdict),
  },
} satisfies DeskOperations
