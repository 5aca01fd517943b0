import { createSuppressor } from '../../base/suppressor.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { StaffPorts } from '../ports.ts'

/** ms in which one entry tells of all PIN pads that were opened. */
export const padQuietMs = 30_000

/**
 * Writes what staff do to the audit. Everybody at the screen can open the PIN pad: were each one an entry, whoever
 * does so again and again would fill the disk. `now`: ms that only grow.
 */
export function auditStaffActs(
  audit: Pick<Audit, 'append'>,
  now?: () => number,
): StaffPorts['audit'] {
  const pads = createSuppressor({ quietMs: padQuietMs, ...(now && { now }) })
  return (kind, fields) => {
    if (kind !== 'staffPadOpened' || pads.isNew()) audit.append(kind, fields)
  }
}
