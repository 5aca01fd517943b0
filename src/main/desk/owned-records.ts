import type { Id } from '../../contract/values.ts'
import { sameId } from '../../contract/values.ts'
import type { DeskRefusal } from '../../shared/desk/messages.ts'
import type { Reference } from '../../shared/desk/references.ts'
import type { Result } from '../../shared/result.ts'
import type { Prepared } from './place-work.ts'
import type { DeskWork } from './work.ts'

/** Records of patients, each under a name that holds only together with the chart of its patient. */
export interface OwnedRecords {
  /** The name of a patient's record. */
  of(patientId: Id, id: Id): Reference
  /** What concerns one of them; undefined where the page was not shown it for this very chart. */
  on<T>(
    named: { readonly chart: Reference; readonly reference: Reference },
    run: (patientId: Id, id: Id) => Promise<Result<T, DeskRefusal>>,
  ): Prepared<T> | undefined
}

/** Records of one kind; the audit names them `record`, such as `formPacketId`, beside their patient. */
export function createOwnedRecords(
  { references }: Pick<DeskWork, 'references'>,
  { kind, record }: { readonly kind: string; readonly record: string },
): OwnedRecords {
  const owners = new Map<Reference, Id>()
  return {
    of(patientId, id) {
      const reference = references.of(kind, id)
      owners.set(reference, patientId)
      return reference
    },
    on({ chart, reference }, run) {
      const patientId = references.idOf('chart', chart)
      const id = references.idOf(kind, reference)
      const owner = owners.get(reference)
      if (patientId === undefined || id === undefined || owner === undefined) return undefined
      if (!sameId(owner, patientId)) return undefined
      return { records: { patientId, [record]: id }, run: () => run(patientId, id) }
    },
  }
}
