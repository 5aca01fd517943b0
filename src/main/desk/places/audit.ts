import type { auditOperations } from '../../../shared/desk/operations/audit.ts'
import type { AuditExportSearch, AuditVerdict } from '../../../shared/desk/audit.ts'
import type { Id } from '../../../contract/values.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { AuditFault, SearchAudit, Verified } from '../../vault/audit/audit.ts'
import type { Members } from '../members/members.ts'
import { onNothing, type PlaceWork, type Prepared, type ReachedOperations } from '../place-work.ts'
import { exportAudit } from '../commands/export-audit.ts'
import { auditPatient, searchAudit } from '../queries/audit.ts'
import type { DeskWork } from '../work.ts'

/** What of the vault reads its audit again. */
export interface DeskAuditReading {
  readonly search: SearchAudit
  /** Checks the whole audit; about a second for 50,000 entries. */
  readonly verify: () => Result<Verified, AuditFault>
  /** Where exports are written; null: nowhere. */
  readonly exportFolder: string | null
}

/** The audit of this machine, as an administrator reads it. */
export function auditPlace(
  { references, signal, wallTime }: Pick<DeskWork, 'references' | 'signal' | 'wallTime'>,
  reading: DeskAuditReading,
  members: Pick<Members, 'list'>,
): PlaceWork<typeof auditOperations> {
  /** Undefined where the page names a patient whom no entry named to it. */
  function aboutWhom<T>(
    { patient, patientNumber }: AuditExportSearch,
    run: (id: Id | undefined) => Promise<Result<T, DeskRefusal>>,
  ): Prepared<T> | undefined {
    const known = patient === undefined ? undefined : references.idOf(auditPatient, patient)
    if (patient !== undefined && known === undefined) return undefined
    const id = known ?? patientNumber
    return { records: id === undefined ? {} : { patientId: id }, run: () => run(id) }
  }
  const words = { references, members }

  return {
    queries: {
      auditEntries: (asked) =>
        aboutWhom(asked, (id) =>
          Promise.resolve(ok(searchAudit(reading.search, asked, id, words))),
        ),
    },
    commands: {
      exportAudit: (asked) =>
        aboutWhom(asked, (id) => exportAudit({ ...reading, members, signal, wallTime }, asked, id)),
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
  exportAudit: [],
  verifyAudit: [],
}
