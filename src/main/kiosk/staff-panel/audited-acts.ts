import { AsyncLocalStorage } from 'node:async_hooks'
import { createSuppressor } from '../../base/suppressor.ts'
import { type AuditKind, type StaffAct, staffActs } from '../../vault/audit/audit-kinds.ts'
import type { Audit, AuditFields } from '../../vault/audit/audit.ts'

/** Acts that name the person who did them. Foyer's own acts name nobody, even if a member started them. */
const named: ReadonlySet<AuditKind> = new Set<AuditKind>([
  ...staffActs,
  'stationPaired',
  'pairingRefused',
  'stationUnpaired',
  'keyRotated',
])

/** Knows the member of staff who acts now. */
export type ActingMember = ReturnType<typeof createActingMember>

/** See `ActingMember`. */
export function createActingMember() {
  const acting = new AsyncLocalStorage<string>()
  /** Names, for an entry of the audit, the member who acts now; empty where nobody is known. */
  const fields = (): AuditFields => {
    const member = acting.getStore()
    return member === undefined ? {} : { member }
  }
  return {
    /** Runs an act of a member; its later results count as theirs, too. `member`: their id. */
    as: <T>(member: string, act: () => T): T => acting.run(member, act),
    fields,
    /** The audit, in which what staff do names who did it. */
    naming: (audit: Audit): Audit => ({
      ...audit,
      append: (kind, given) =>
        audit.append(kind, named.has(kind) ? { ...given, ...fields() } : given),
    }),
  }
}

/** ms in which several openings of the PIN pad make one entry. */
export const pinPadSuppressMs = 30_000

/** Writes an audit entry before its act is done. */
export type AuditAct = (kind: StaffAct, fields?: Readonly<Record<string, string | number>>) => void

/**
 * Writes staff's acts to the audit. Openings of the PIN pad are rate-limited, because anybody at the screen could fill
 * the disk. `now`: monotonic ms.
 */
export function auditStaffActs(audit: Pick<Audit, 'append'>, now?: () => number): AuditAct {
  const pads = createSuppressor({ quietMs: pinPadSuppressMs, ...(now && { now }) })
  return (kind, fields) => {
    if (kind !== 'staffPadOpened' || pads.isNew()) audit.append(kind, fields)
  }
}
