import type { auditOperations } from '../../../shared/desk/operations/audit.ts'
import type { AuditVerdict } from '../../../shared/desk/audit.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { SearchAudit } from '../../vault/audit/audit-search.ts'
import type { AuditFault, Verified } from '../../vault/audit/audit-verify.ts'
import type { Members } from '../members/members.ts'
import { onNothing, type PlaceWork, type ReachedOperations } from '../place-work.ts'
import { auditPatient, searchAudit } from '../queries/audit.ts'
import type { DeskWork } from '../work.ts'

/** What of the vault reads its audit again. */
export interface DeskAuditReading {
  readonly search: SearchAudit
  /** Checks the whole audit; about a second for 50,000 entries. */
  readonly verify: () => Result<Verified, AuditFault>
}

/** The audit of this machine, as an administrator reads it. */
export function auditPlace(
  { references }: Pick<DeskWork, 'references'>,
  reading: DeskAuditReading,
  members: Pick<Members, 'list'>,
): PlaceWork<typeof auditOperations> {
  return {
    queries: {
      auditEntries(asked) {
        const { patient, patientNumber } = asked
        const known = patient === undefined ? undefined : references.idOf(auditPatient, patient)
        if (patient !== undefined && known === undefined) return undefined
        const id = known ?? patientNumber
        return {
          records: id === undefined ? {} : { patientId: id },
          run: () =>
            Promise.resolve(ok(searchAudit(reading.search, asked, id, { references, members }))),
        }
      },
    },
    commands: {
      verifyAudit: () => onNothing(() => Promise.resolve(ok(verdictOf(reading.verify())))),
    },
  }
}

function verdictOf(verified: Result<Verified, AuditFault>): AuditVerdict {
  if (!verified.ok) {
    const { error } = verified
    return { holds: false, fault: error.kind, seq: 'seq' in error ? error.seq : null }
  }
  const { entries, first, last } = verified.value
  return { holds: true, entries, first, last }
}

/** It stays on this machine. */
export const auditReached: ReachedOperations<typeof auditOperations> = {
  auditEntries: [],
  verifyAudit: [],
}
