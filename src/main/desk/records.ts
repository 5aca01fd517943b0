import type { Operation } from '../../contract/operation.ts'
import type { ReadChartPage, ReadChartRecord } from '../../contract/readers/chart-values.ts'
import { sameId, type Id } from '../../contract/values.ts'
import type { Reference } from '../../shared/desk/references.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { eachPage } from '../service/client/pages.ts'
import type { ServiceError } from '../service/http/errors.ts'
import type { Read } from '../service/resources/site.ts'
import { refuse, type DeskWork, type Prepared, type References, type Reply } from './feature.ts'

/** Names for one session; they go with it. */
export function createReferences(): References {
  const names = new Map<string, Reference>()
  const ids = new Map<Reference, Id>()
  let count = 0
  return {
    of(kind, id) {
      const key = `${kind} ${id}`
      const known = names.get(key)
      if (known !== undefined) return known
      count += 1
      const name = `${kind}-${count}`
      names.set(key, name)
      ids.set(name, id)
      return name
    },
    forget(kind, id) {
      const key = `${kind} ${id}`
      ids.delete(names.get(key) ?? '')
      names.delete(key)
    },
    idOf: (kind, reference) => (reference.startsWith(`${kind}-`) ? ids.get(reference) : undefined),
  }
}

/** A part of a chart as a page names it. `record`: as the audit names it, such as `invoiceId`. */
interface PartOfChart {
  readonly chart: Reference
  readonly kind: string
  readonly record: string
  readonly reference: Reference
}

/** Records that hold within one other record alone: a packet of a chart, a line of an invoice. */
export interface OwnedRecords {
  /** The name of a record that is a part of `owner`, itself a name. */
  of(kind: string, id: Id, owner: Reference): Reference
  /** The record of that name; undefined where none was shown, and for a part of another owner. */
  idOf(kind: string, reference: Reference, owner: Reference): Id | undefined
  /** Concerns one record of a chart. Undefined where the page was not shown it in that very chart. */
  on<T>(part: PartOfChart, run: (patientId: Id, id: Id) => Reply<T>): Prepared<T> | undefined
}

/** Names of one session; they go with it. */
export function createOwnedRecords({ references }: Pick<DeskWork, 'references'>): OwnedRecords {
  const records = new Map<Reference, { readonly id: Id; readonly owner: string }>()
  const idOf: OwnedRecords['idOf'] = (kind, reference, owner) => {
    const record = records.get(reference)
    const isShown = references.idOf(kind, reference) !== undefined
    return isShown && record?.owner === owner ? record.id : undefined
  }
  return {
    of(kind, id, owner) {
      // Ids of parts may be unique within their owner alone.
      const reference = references.of(kind, `${owner} ${id}`)
      records.set(reference, { id, owner })
      return reference
    },
    idOf,
    on({ chart, kind, record, reference }, run) {
      const patientId = references.idOf('chart', chart)
      const id = idOf(kind, reference, chart)
      if (patientId === undefined || id === undefined) return undefined
      return { records: { patientId, [record]: id }, run: () => run(patientId, id) }
    },
  }
}

/** Records that are asked for in a page. */
const pageSize = 50
/** Pages of other patients' records that are passed over at most, where the service does not filter. */
const maxPages = 20

/** A list of records: `read` makes the call for one cursor and page size. */
interface ChartList<T extends ReadChartRecord, Row> {
  readonly operation: Operation
  readonly read: (query: {
    readonly cursor?: string
    readonly limit: number
  }) => Read<ReadChartPage<T>>
  /** True if a row that names no patient may be taken for one of this patient's. */
  readonly isOfOwner: boolean
  readonly row: (record: T) => Row
}

// Rows of another patient are left out; a list that does not name the patient of its rows cannot be read.
/**
 * Reads the first page of a patient's records, or the one after a shown page. `list`: the list's name within the
 * session.
 */
export async function readChartPage<T extends ReadChartRecord, Row>(
  { place }: Pick<DeskWork, 'place'>,
  owned: OwnedRecords,
  asked: {
    readonly list: string
    readonly patientId: Id
    readonly after: Reference | undefined
  },
  { operation, read, isOfOwner, row }: ChartList<T, Row>,
): Reply<{ rows: Row[]; after: Reference | null }> {
  const { list, patientId, after } = asked
  const from = after === undefined ? undefined : owned.idOf('page', after, list)
  if (after !== undefined && from === undefined) return err({ kind: 'unknownReference' })
  const start = from === undefined ? undefined : String(from)
  const pages = eachPage(
    operation,
    (cursor) => read({ limit: pageSize, ...(cursor !== undefined && { cursor }) }),
    { from: start, maxPages },
  )
  const isTrusted = isOfOwner || place.lists?.trustPatientFilter === true
  for await (const page of pages) {
    if (!page.ok) return refuse(page.error)
    const { items, nextCursor } = page.value
    if (!isTrusted && items.some((each) => each.patientId === undefined))
      return err({ kind: 'failed' })
    const rows = items.filter((each) => isOf(each, patientId))
    if (rows.length === 0 && nextCursor) continue
    // A list without an end is none.
    if (nextCursor && nextCursor === start) return err({ kind: 'failed' })
    const next = nextCursor ? owned.of('page', nextCursor, list) : null
    return ok({ rows: rows.map((each) => row(each)), after: next })
  }
  return err({ kind: 'failed' })
}

/** True unless a record names another patient. */
export function isOf({ patientId }: { readonly patientId: Id | undefined }, wanted: Id): boolean {
  return patientId === undefined || sameId(patientId, wanted)
}

/** Checks a record that was read: one that names another patient is refused. */
export function ownRecord<T extends ReadChartRecord>(read: Result<T, ServiceError>, patientId: Id) {
  if (!read.ok) return refuse(read.error)
  return isOf(read.value, patientId) ? read : err({ kind: 'refusedByService' } as const)
}
