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

export type ActingMember = ReturnType<typeof createActingMember>

/** Knows the member of staff who acts now. */
export function createActingMember() {
  const acting = new AsyncLocalStorage<string>()
  const fields = (): AuditFields => {
    const member = acting.getStore()
    return member === undefined ? {} : { member }
  }
  return {
    /** `member`: their id; later results of the act count as theirs, too. */
    as: <T>(member: string, act: () => T): T => acting.run(member, act),
    fields,
    naming: (audit: Audit): Audit => ({
      ...audit,
      append: (kind, given) =>
        audit.append(kind, named.has(kind) ? { ...given, ...fields() } : given),
    }),
  }
}

/** ms in which several openings of the PIN pad make one entry. */
export const pinPadSuppressMs = 30_000

export type AuditAct = (kind: StaffAct, fields?: Readonly<Record<string, string | number>>) => void

/** Writes staff's acts to the audit; limits openings of the PIN pad, with which anybody could fill the disk. */
export function auditStaffActs(audit: Pick<Audit, 'append'>, now?: () => number): AuditAct {
  const pads = createSuppressor({ quietMs: pinPadSuppressMs, ...(now && { now }) })
  return (kind, fields) => {
    if (kind !== 'staffPadOpened' || pads.isNew()) audit.append(kind, fields)
  }
}
