import { sameId, type Id } from '../../contract/values.ts'
import type { Reference } from '../../shared/desk/references.ts'
import type { DeskWork, Prepared, Reply } from './feature.ts'

/** `record`: as the audit names it, such as `invoiceId`. */
type PartOfChart = Readonly<Record<'chart' | 'kind' | 'record' | 'reference', Reference>>

/** Creates one session's names of records within another: a packet of a chart, a line of an invoice. */
export function createOwnedRecords({ references }: Pick<DeskWork, 'references'>) {
  const records = new Map<Reference, { readonly id: Id; readonly owner: string }>()
  /** Undefined where none was shown, and for a part of another owner. */
  function idOf(kind: string, reference: Reference, owner: Reference): Id | undefined {
    const record = records.get(reference)
    const isShown = references.idOf(kind, reference) !== undefined
    return isShown && record?.owner === owner ? record.id : undefined
  }
  return {
    /** `owner`: itself a name. */
    of(kind: string, id: Id, owner: Reference): Reference {
      // Ids of parts may be unique within their owner alone.
      const reference = references.of(kind, `${owner} ${id}`)
      records.set(reference, { id, owner })
      return reference
    },
    idOf,
    /** Undefined where the page was not shown it in that very chart. */
    on<T>(
      { chart, kind, record, reference }: PartOfChart,
      run: (patientId: Id, id: Id) => Reply<T>,
    ): Prepared<T> | undefined {
      const patientId = references.idOf('chart', chart)
      const id = idOf(kind, reference, chart)
      if (patientId === undefined || id === undefined) return undefined
      return { records: { patientId, [record]: id }, run: () => run(patientId, id) }
    },
  }
}

export type OwnedRecords = ReturnType<typeof createOwnedRecords>

/** True unless a record names another patient. */
export function isOf({ patientId }: { readonly patientId: Id | undefined }, wanted: Id): boolean {
  return patientId === undefined || sameId(patientId, wanted)
}
