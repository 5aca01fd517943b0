import type { Operation } from '../../../contract/operation.ts'
import type { ReadChartPage, ReadChartRecord } from '../../../contract/readers/chart-values.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { eachPage } from '../../service/client/pages.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { refusalOf } from '../failures.ts'
import type { Prepared } from '../place-work.ts'
import { createShownRecords, type ShownRecords } from '../shown-records.ts'
import type { DeskWork } from '../work.ts'

/** Records that are asked for in a page. */
const pageSize = 50
/** Pages of other patients' records that are passed over at most, where the service does not filter. */
const maxPages = 20

/** How a list of records is read: `read` makes the call for one cursor and page size. */
interface ChartList<T extends ReadChartRecord, Row> {
  readonly operation: Operation
  readonly read: (query: {
    readonly cursor?: string
    readonly limit: number
  }) => Promise<Result<ReadChartPage<T>, ServiceError>>
  /** Whether a row that does not say whose it is may be taken for one of the patient's. */
  readonly isOfOwner: boolean
  readonly row: (record: T) => Row
}

type Paged<Row> = Result<{ rows: Row[]; after: Reference | null }, DeskRefusal>
interface Within {
  readonly chart: Reference
  readonly kind: string
  /** What the audit calls it, such as `invoiceId`. */
  readonly record: string
  readonly reference: Reference
}

/** Reads the records of patients' charts. What a page names holds within the chart in which it was shown. */
export interface ChartRecords {
  readonly shown: ShownRecords
  /** What concerns one record of a chart. Undefined where the page was not shown it in that chart. */
  onPart<T>(
    within: Within,
    run: (id: Id, patientId: Id) => Promise<Result<T, DeskRefusal>>,
  ): Prepared<T> | undefined
  /**
   * A page of the patient's records: the first, or the one after a page that was shown. `list` names the list within the
   * session. A row of somebody else is left out; a list that does not say whose its rows are cannot be read.
   */
  page<T extends ReadChartRecord, Row>(
    list: string,
    asked: { readonly patientId: Id; readonly after: Reference | undefined },
    how: ChartList<T, Row>,
  ): Promise<Paged<Row>>
}

/** Reads records for one session. */
export function createChartRecords({ references, place }: DeskWork): ChartRecords {
  const shown = createShownRecords(references)
  const trusts = place.lists?.trustPatientFilter === true
  return {
    shown,
    onPart({ chart, kind, record, reference }, run) {
      const patientId = references.idOf('chart', chart)
      const id = shown.idOf(kind, reference, chart)
      if (patientId === undefined || id === undefined) return undefined
      return { records: { patientId, [record]: id }, run: () => run(id, patientId) }
    },
    async page(list, { patientId, after }, { operation, read, isOfOwner, row }) {
      const from = after === undefined ? undefined : shown.idOf('page', after, list)
      if (after !== undefined && from === undefined) return err({ kind: 'unknownReference' })
      const start = from === undefined ? undefined : String(from)
      const pages = eachPage(
        operation,
        (cursor) => read({ limit: pageSize, ...(cursor !== undefined && { cursor }) }),
        { from: start, maxPages },
      )
      for await (const page of pages) {
        if (!page.ok) return err(refusalOf(page.error))
        const { items, nextCursor } = page.value
        if (items.some((each) => each.patientId === undefined) && !isOfOwner && !trusts)
          return err({ kind: 'failed' })
        const rows = items.filter((each) => isOf(each, patientId))
        if (rows.length === 0 && nextCursor) continue
        // A list without an end is none.
        if (nextCursor && nextCursor === start) return err({ kind: 'failed' })
        const next = nextCursor ? shown.of('page', nextCursor, list) : null
        return ok({ rows: rows.map((each) => row(each)), after: next })
      }
      return err({ kind: 'failed' })
    },
  }
}

/** Whether a record that says whose it is, is this patient's. */
function isOf({ patientId }: ReadChartRecord, wanted: Id): boolean {
  return patientId === undefined || sameId(patientId, wanted)
}

/** One record as it stands now; one that says that it is somebody else's is shown to nobody. */
export function ownRecord<T extends ReadChartRecord>(
  read: Result<T, ServiceError>,
  patientId: Id,
): Result<T, DeskRefusal> {
  if (!read.ok) return err(refusalOf(read.error))
  return isOf(read.value, patientId) ? ok(read.value) : err({ kind: 'refusedByService' })
}
