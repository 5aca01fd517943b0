import { createSuppressor } from '../../base/suppressor.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { StaffPorts } from '../ports.ts'

/** ms in which several openings of the PIN pad make one entry. */
export const pinPadSuppressMs = 30_000

/**
 * Writes what staff do to the audit. Openings of the PIN pad are rate-limited, because anybody at the screen could fill
 * the disk with them. `now`: monotonic ms.
 */
export function auditStaffActs(
  audit: Pick<Audit, 'append'>,
  now?: () => number,
): StaffPorts['audit'] {
  const pads = createSuppressor({ quietMs: pinPadSuppressMs, ...(now && { now }) })
  return (kind, fields) => {
    if (kind !== 'staffPadOpened' || pads.isNew()) audit.append(kind, fields)
  }
}
