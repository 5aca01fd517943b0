import { contract } from '../../../contract/index.ts'
import type { Operation } from '../../../contract/operation.ts'
import { addressReader } from '../../../contract/readers/address.ts'
import { chartReaders, type ReadChartRecord } from '../../../contract/readers/chart-readers.ts'
import type { Page } from '../../../contract/readers/lists.ts'
import type { Reader } from '../../../contract/readers/reading.ts'
import type { Id } from '../../../contract/values.ts'
import type { chartRecordOperations } from '../../../shared/desk/chart-records.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, ok } from '../../../shared/result.ts'
import { pagesOf, paramsOf } from '../../intake/resources/site.ts'
import {
  onChart,
  refuse,
  type DeskWork,
  type Handlers,
  type Prepared,
  type Reply,
} from '../feature.ts'
import { fetchPdf } from '../pdf.ts'
import { createOwnedRecords, isOf, type OwnedRecords } from '../records.ts'

const { healthProfile, invoices, labs } = contract.partner

/** `kind` names one for the page, `record` in the audit and in a path. */
interface Kind<T extends ReadChartRecord> {
  readonly kind: string
  readonly record: string
  readonly list: Operation
  readonly page: Reader<Page<T>>
  readonly get: Operation
  readonly one: (asked: Id) => Reader<T>
  /** The path of the list names the patient, or the record that the rows belong to. */
  readonly isOfOwner: boolean
}

const defineKind = <K extends keyof typeof chartReaders>(
  kind: K,
  record: string,
  list: Operation,
  get: Operation,
  path: 'ofLocation' | 'ofOwner',
) => ({ kind, record, list, get, isOfOwner: path === 'ofOwner', ...chartReaders[kind] })

const { listLineItems, getLineItem } = invoices
const { listTestComponents, getTestComponent } = labs
const { listAllergies, getAllergy, listMedications, getMedication, listProblems, getProblem } =
  healthProfile
const kinds = {
  invoice: defineKind('invoice', 'invoiceId', invoices.list, invoices.get, 'ofLocation'),
  line: defineKind('line', 'lineItemId', listLineItems, getLineItem, 'ofOwner'),
  lab: defineKind('lab', 'labId', labs.list, labs.get, 'ofLocation'),
  result: defineKind('result', 'componentId', listTestComponents, getTestComponent, 'ofOwner'),
  allergy: defineKind('allergy', 'allergyId', listAllergies, getAllergy, 'ofOwner'),
  medication: defineKind('medication', 'medicationId', listMedications, getMedication, 'ofOwner'),
  problem: defineKind('problem', 'problemId', listProblems, getProblem, 'ofOwner'),
}

type Params = Readonly<Record<string, Id>>
type Where = { readonly params: Params; readonly query?: Params }
type ListAsked = { readonly chart: Reference; readonly after?: Reference | undefined }
type OneAsked = { readonly chart: Reference; readonly reference: Reference }
type RowOf<T, Row> = (record: T, reference: Reference) => Row

const pageSize = 50
/** Pages passed over of other patients, where the service does not filter. */
const maxPages = 20

// Rows of another patient are left out; a list that does not name the patient of its rows cannot be read.
/** Reads the first page of an `owner`'s records in a chart, or the one after a shown page. */
export async function readChartPage<T extends ReadChartRecord, Row>(
  work: Pick<DeskWork, 'place' | 'read'>,
  owned: OwnedRecords,
  { kind, list, page: reader, isOfOwner }: Kind<T>,
  asked: { owner: Reference; patientId: Id; after: Reference | undefined },
  where: Where,
  row: RowOf<T, Row>,
): Reply<{ rows: Row[]; after: Reference | null }> {
  const { owner, patientId, after } = asked
  const listName = `${owner} ${kind}`
  const start = after === undefined ? undefined : owned.idOf('page', after, listName)
  if (after !== undefined && start === undefined) return err({ kind: 'unknownReference' })
  const from = start === undefined ? undefined : String(start)
  const isTrusted = isOfOwner || work.place.lists?.trustPatientFilter === true
  const paging = { pageSize, maxPages, from }
  for await (const page of pagesOf(work.read, list, reader, where as object, paging)) {
    if (!page.ok) return refuse(page.error)
    const { items, nextCursor } = page.value
    if (!isTrusted && items.some((each) => each.patientId === undefined))
      return err({ kind: 'failed' })
    const own = items.filter((each) => isOf(each, patientId))
    if (own.length === 0 && nextCursor) continue
    // A list without an end is none.
    if (nextCursor && nextCursor === from) return err({ kind: 'failed' })
    return ok({
      rows: own.map((each) => row(each, owned.of(kind, each.id, owner))),
      after: nextCursor ? owned.of('page', nextCursor, listName) : null,
    })
  }
  return err({ kind: 'failed' })
}

function createReading(work: DeskWork, owned: OwnedRecords) {
  const here = paramsOf(work)
  /** Refuses one that names another patient. */
  async function readOwn<T extends ReadChartRecord>(
    { get, one, record }: Kind<T>,
    patientId: Id,
    id: Id,
    params: Params,
  ): Reply<T> {
    const read = await work.read(get, one(id), { params: { ...params, [record]: id } })
    if (!read.ok) return refuse(read.error)
    return isOf(read.value, patientId) ? read : err({ kind: 'refusedByService' })
  }
  const onOwn = <T>(
    { kind, record }: Kind<ReadChartRecord>,
    { chart, reference }: OneAsked,
    run: (patientId: Id, id: Id) => Reply<T>,
  ) => owned.on({ chart, kind, record, reference }, run)

  return {
    page: <T extends ReadChartRecord, Row>(
      kind: Kind<T>,
      { chart, after }: ListAsked,
      whereOf: (patientId: Id) => Where,
      row: RowOf<T, Row>,
    ) =>
      onChart(work, chart, (patientId) => {
        const asked = { owner: chart, patientId, after }
        return readChartPage(work, owned, kind, asked, whereOf(patientId), row)
      }),
    own: <T extends ReadChartRecord, Row>(
      kind: Kind<T>,
      asked: OneAsked,
      params: Params,
      run: RowOf<T, Row | Reply<Row>>,
    ): Prepared<Row> | undefined =>
      onOwn(kind, asked, async (patientId, id) => {
        const own = await readOwn(kind, patientId, id, params)
        if (!own.ok) return own
        const ran = run(own.value, asked.reference)
        return ran instanceof Promise ? ran : ok(ran)
      }),
    parts: <T extends ReadChartRecord, Row>(
      kind: Kind<T>,
      whole: Kind<ReadChartRecord>,
      asked: OneAsked & ListAsked,
      row: RowOf<T, Row>,
    ) =>
      onOwn(whole, asked, (patientId, id) => {
        const list = { owner: asked.reference, patientId, after: asked.after }
        const where = { params: { ...here, [whole.record]: id } }
        return readChartPage(work, owned, kind, list, where, row)
      }),
    part: <T extends ReadChartRecord, Row>(
      kind: Kind<T>,
      whole: Kind<ReadChartRecord>,
      asked: OneAsked & { readonly part: Reference },
      row: RowOf<T, Row>,
    ) => {
      const partId = owned.idOf(kind.kind, asked.part, asked.reference)
      if (partId === undefined) return undefined
      return onOwn(whole, asked, async (patientId, id) => {
        const own = await readOwn(kind, patientId, partId, { ...here, [whole.record]: id })
        return own.ok ? ok(row(own.value, asked.part)) : own
      })
    },
  }
}

const rowAs =
  <N extends string>(name: N) =>
  <T extends ReadChartRecord>({ id: _, patientId: __, ...fields }: T, reference: Reference) =>
    ({ ...fields, [name]: reference }) as typeof fields & Record<N, Reference>

const [invoiceRow, lineRow, entryRow] = [rowAs('invoice'), rowAs('line'), rowAs('entry')]

type Read<K extends keyof typeof kinds> = (typeof kinds)[K] extends Kind<infer T> ? T : never

/** Serves invoices, labs and the health profile of a patient. */
export function serveChartRecords(work: DeskWork): Handlers<typeof chartRecordOperations> {
  const owned = createOwnedRecords(work)
  const { page, own, parts, part } = createReading(work, owned)
  const { accountId } = work.place
  const here = paramsOf(work)
  const ofPatient = (patientId: Id) => ({ params: here, query: { patientId } })
  const inAccount = (patientId: Id) => ({ params: { accountId, patientId } })

  const labRow = ({ panels: _, ...read }: Read<'lab'>, lab: Reference) => rowAs('lab')(read, lab)
  const resultRow =
    (lab: Reference) =>
    ({ panelId, ...read }: Read<'result'>, result: Reference) => ({
      ...rowAs('result')(read, result),
      panel: panelId === undefined ? null : owned.of('panel', panelId, lab),
    })

  return {
    invoices: (asked) => page(kinds.invoice, asked, ofPatient, invoiceRow),
    invoice: ({ chart, invoice: reference }) =>
      own(kinds.invoice, { chart, reference }, here, invoiceRow),
    invoiceLines: ({ chart, invoice: reference, after }) =>
      parts(kinds.line, kinds.invoice, { chart, reference, after }, lineRow),
    invoiceLine: ({ chart, invoice: reference, line }) =>
      part(kinds.line, kinds.invoice, { chart, reference, part: line }, lineRow),
    // That the invoice is the patient's is known from itself.
    invoicePdf: ({ chart, invoice: reference }) =>
      own(kinds.invoice, { chart, reference }, here, async ({ id: invoiceId }) => {
        const input = { params: { ...here, invoiceId } }
        const signed = await work.read(invoices.getPdf, addressReader, input)
        return signed.ok ? fetchPdf(signed.value, work.signal) : refuse(signed.error)
      }),
    labs: (asked) => page(kinds.lab, asked, ofPatient, labRow),
    lab: ({ chart, lab: reference }) =>
      own(kinds.lab, { chart, reference }, here, (read, lab) => ({
        ...labRow(read, lab),
        panels: read.panels.map(({ id, name }) => ({ panel: owned.of('panel', id, lab), name })),
      })),
    labResults: ({ chart, lab: reference, after }) =>
      parts(kinds.result, kinds.lab, { chart, reference, after }, resultRow(reference)),
    labResult: ({ chart, lab: reference, result }) =>
      part(kinds.result, kinds.lab, { chart, reference, part: result }, resultRow(reference)),
    allergies: (asked) => page(kinds.allergy, asked, inAccount, entryRow),
    allergy: ({ chart, entry: reference }) =>
      own(kinds.allergy, { chart, reference }, { accountId }, entryRow),
    medications: (asked) => page(kinds.medication, asked, inAccount, entryRow),
    medication: ({ chart, entry: reference }) =>
      own(kinds.medication, { chart, reference }, { accountId }, entryRow),
    problems: (asked) => page(kinds.problem, asked, inAccount, entryRow),
    problem: ({ chart, entry: reference }) =>
      own(kinds.problem, { chart, reference }, { accountId }, entryRow),
  }
}
