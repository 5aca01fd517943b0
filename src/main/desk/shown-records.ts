import type { Id } from '../../contract/values.ts'
import type { Reference } from '../../shared/desk/references.ts'
import type { References } from './references.ts'

/** Names of records that hold within one other record alone: a line of an invoice, an invoice of a chart. */
export interface ShownRecords {
  /** The name of a record that is a part of `owner`, itself a name. */
  of(kind: string, id: Id, owner: string): Reference
  /** The record of that name; undefined where none was shown, and for a part of another owner. */
  idOf(kind: string, reference: Reference, owner: string): Id | undefined
}

/** Names of one session; they go with it. */
export function createShownRecords(references: References): ShownRecords {
  const records = new Map<Reference, { readonly id: Id; readonly owner: string }>()
  return {
    of(kind, id, owner) {
      // Ids of parts may be unique within their owner alone.
      const reference = references.of(kind, `${owner} ${id}`)
      records.set(reference, { id, owner })
      return reference
    },
    idOf(kind, reference, owner) {
      const record = records.get(reference)
      const isShown = references.idOf(kind, reference) !== undefined
      return isShown && record?.owner === owner ? record.id : undefined
    },
  }
}
