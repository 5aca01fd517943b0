import { contract } from '../../../contract/index.ts'
import type { Operation } from '../../../contract/operation.ts'
import { addressReader } from '../../../contract/readers/address.ts'
import { chartReaders, type ReadChartRecord } from '../../../contract/readers/chart-readers.ts'
import type { Page } from '../../../contract/readers/lists.ts'
import type { Reader } from '../../../contract/readers/reading.ts'
import type { Id } from '../../../contract/values.ts'
import type { chartRecordOperations } from '../../../shared/desk/chart-records.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, mapOk, ok } from '../../../shared/result.ts'
import { pagesOf, paramsOf } from '../../intake/resources/site.ts'
import {
  isOf,
  onPart,
  onRecord,
  recordNames,
  type Answer,
  type DeskWork,
  type Handlers,
} from '../feature.ts'
import { fetchPdf } from '../pdf.ts'

const { healthProfile, invoices, labs } = contract.partner

/** One that the path of its own read names as the audit does. */
interface Kind<T extends ReadChartRecord> {
  readonly kind: keyof typeof chartReaders
  readonly list: Operation
  readonly page: Reader<Page<T>>
  readonly get: Operation
  readonly one: (asked: Id) => Reader<T>
  /** The path of the list names the patient, or the record that the rows belong to. */
  readonly isOfOwner: boolean
}

const defineKind = <K extends keyof typeof chartReaders>(
  kind: K,
  list: Operation,
  get: Operation,
  path: 'ofLocation' | 'ofOwner',
) => ({ kind, list, get, isOfOwner: path === 'ofOwner', ...chartReaders[kind] })

const { listLineItems, getLineItem } = invoices
const { listTestComponents, getTestComponent } = labs
const { listAllergies, getAllergy, listMedications, getMedication, listProblems, getProblem } =
  healthProfile
const kinds = {
  invoice: defineKind('invoice', invoices.list, invoices.get, 'ofLocation'),
  line: defineKind('line', listLineItems, getLineItem, 'ofOwner'),
  lab: defineKind('lab', labs.list, labs.get, 'ofLocation'),
  result: defineKind('result', listTestComponents, getTestComponent, 'ofOwner'),
  allergy: defineKind('allergy', listAllergies, getAllergy, 'ofOwner'),
  medication: defineKind('medication', listMedications, getMedication, 'ofOwner'),
  problem: defineKind('problem', listProblems, getProblem, 'ofOwner'),
}

type Params = Readonly<Record<string, Id>>
type Where = { readonly params: Params; readonly query?: Params }
type ListAsked = { readonly chart: Reference; readonly after?: Reference | undefined }
type PartAsked = { readonly chart: Reference; readonly whole: Reference }
type RowOf<T, Row> = (record: T, reference: Reference) => Row

const pageSize = 50
/** Pages passed over of other patients, where the service does not filter. */
const maxPages = 20

// Rows of another patient are left out; a list that does not name the patient of its rows cannot be read.
/** Reads the first page of an `owner`'s records in a chart, or the one after a shown page. */
export async function readChartPage<T extends ReadChartRecord, Row>(
  { read, place, references }: Pick<DeskWork, 'place' | 'read' | 'references'>,
  { kind, list, page: reader, isOfOwner }: Kind<T>,
  asked: { owner: Reference; patientId: Id; after: Reference | undefined },
  where: Where,
  row: RowOf<T, Row>,
): Answer<{ rows: Row[]; after: Reference | null }> {
  const { owner, patientId, after } = asked
  const listName = `${owner} ${kind}`
  const start = after === undefined ? undefined : references.idOf('page', after, listName)
  if (after !== undefined && start === undefined) return err({ kind: 'unknownReference' })
  const from = start === undefined ? undefined : String(start)
  const isTrusted = isOfOwner || place.lists?.trustPatientFilter === true
  const paging = { pageSize, maxPages, from }
  for await (const page of pagesOf(read, list, reader, where as object, paging)) {
    if (!page.ok) return page
    const { items, nextCursor } = page.value
    if (!isTrusted && items.some((each) => each.patientId === undefined))
      return err({ kind: 'failed' })
    const own = items.filter((each) => isOf(each, patientId))
    if (own.length === 0 && nextCursor) continue
    // A list without an end is none.
    if (nextCursor && nextCursor === from) return err({ kind: 'failed' })
    return ok({
      rows: own.map((each) => row(each, references.of(kind, each.id, owner))),
      after: nextCursor ? references.of('page', nextCursor, listName) : null,
    })
  }
  return err({ kind: 'failed' })
}

function createReading(work: DeskWork) {
  const here = paramsOf(work)
  const { accountId } = work.place
  const within = ({ kind }: Kind<ReadChartRecord>, id: Id) => ({ ...here, [recordNames[kind]]: id })
  async function readOwn<T extends ReadChartRecord>(
    { get, one, kind, isOfOwner }: Kind<T>,
    patientId: Id,
    id: Id,
    params: Params = isOfOwner ? { accountId } : here,
  ): Answer<T> {
    const read = await work.read(get, one(id), { params: { ...params, [recordNames[kind]]: id } })
    return !read.ok || isOf(read.value, patientId) ? read : err({ kind: 'refusedByService' })
  }

  return {
    readOwn,
    page: <T extends ReadChartRecord, Row>(
      kind: Kind<T>,
      { chart, after }: ListAsked,
      row: RowOf<T, Row>,
    ) =>
      onRecord(work, 'chart', chart, (patientId) => {
        const asked = { owner: chart, patientId, after }
        const where = kind.isOfOwner
          ? { params: { accountId, patientId } }
          : { params: here, query: { patientId } }
        return readChartPage(work, kind, asked, where, row)
      }),
    own: <T extends ReadChartRecord, Row>(
      kind: Kind<T>,
      chart: Reference,
      reference: Reference,
      row: RowOf<T, Row>,
    ) =>
      onPart(work, chart, kind.kind, reference, async (patientId, id) =>
        mapOk(await readOwn(kind, patientId, id), (own) => row(own, reference)),
      ),
    parts: <T extends ReadChartRecord, Row>(
      kind: Kind<T>,
      of: Kind<ReadChartRecord>,
      { chart, whole, after }: PartAsked & ListAsked,
      row: RowOf<T, Row>,
    ) =>
      onPart(work, chart, of.kind, whole, (patientId, id) => {
        const asked = { owner: whole, patientId, after }
        return readChartPage(work, kind, asked, { params: within(of, id) }, row)
      }),
    part: <T extends ReadChartRecord, Row>(
      kind: Kind<T>,
      of: Kind<ReadChartRecord>,
      { chart, whole, part }: PartAsked & { readonly part: Reference },
      row: RowOf<T, Row>,
    ) => {
      const partId = work.references.idOf(kind.kind, part, whole)
      if (partId === undefined) return undefined
      return onPart(work, chart, of.kind, whole, async (patientId, id) =>
        mapOk(await readOwn(kind, patientId, partId, within(of, id)), (own) => row(own, part)),
      )
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
  const { page, own, parts, part, readOwn } = createReading(work)
  const panelOf = (id: Id, lab: Reference) => work.references.of('panel', id, lab)

  const labRow = ({ panels: _, ...read }: Read<'lab'>, lab: Reference) => rowAs('lab')(read, lab)
  const resultRow =
    (lab: Reference) =>
    ({ panelId, ...read }: Read<'result'>, result: Reference) => ({
      ...rowAs('result')(read, result),
      panel: panelId === undefined ? null : panelOf(panelId, lab),
    })

  return {
    invoices: (asked) => page(kinds.invoice, asked, invoiceRow),
    invoice: ({ chart, invoice }) => own(kinds.invoice, chart, invoice, invoiceRow),
    invoiceLines: ({ invoice: whole, ...asked }) =>
      parts(kinds.line, kinds.invoice, { ...asked, whole }, lineRow),
    invoiceLine: ({ chart, invoice: whole, line }) =>
      part(kinds.line, kinds.invoice, { chart, whole, part: line }, lineRow),
    // That the invoice is the patient's is known from itself.
    invoicePdf: ({ chart, invoice }) =>
      onPart(work, chart, 'invoice', invoice, async (patientId, invoiceId) => {
        const read = await readOwn(kinds.invoice, patientId, invoiceId)
        if (!read.ok) return read
        const input = { params: { ...paramsOf(work), invoiceId } }
        const signed = await work.read(invoices.getPdf, addressReader, input)
        return signed.ok ? fetchPdf(signed.value, work.signal) : signed
      }),
    labs: (asked) => page(kinds.lab, asked, labRow),
    lab: ({ chart, lab: reference }) =>
      own(kinds.lab, chart, reference, (read, lab) => ({
        ...labRow(read, lab),
        panels: read.panels.map(({ id, name }) => ({ panel: panelOf(id, lab), name })),
      })),
    labResults: ({ lab: whole, ...asked }) =>
      parts(kinds.result, kinds.lab, { ...asked, whole }, resultRow(whole)),
    labResult: ({ chart, lab: whole, result }) =>
      part(kinds.result, kinds.lab, { chart, whole, part: result }, resultRow(whole)),
    allergies: (asked) => page(kinds.allergy, asked, entryRow),
    allergy: ({ chart, entry }) => own(kinds.allergy, chart, entry, entryRow),
    medications: (asked) => page(kinds.medication, asked, entryRow),
    medication: ({ chart, entry }) => own(kinds.medication, chart, entry, entryRow),
    problems: (asked) => page(kinds.problem, asked, entryRow),
    problem: ({ chart, entry }) => own(kinds.problem, chart, entry, entryRow),
  }
}
