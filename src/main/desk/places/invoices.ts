import { contract } from '../../../contract/index.ts'
import { address } from '../../../contract/readers/address.ts'
import {
  invoiceLineReader,
  invoiceLinesReader,
  invoiceReader,
  invoicesReader,
  type ReadInvoice,
  type ReadInvoiceLine,
} from '../../../contract/readers/invoice-readers.ts'
import { readerOf } from '../../../contract/readers/reading.ts'
import type { Id } from '../../../contract/values.ts'
import type {
  DeskInvoice,
  DeskInvoiceLine,
  invoiceOperations,
} from '../../../shared/desk/operations/invoices.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, ok } from '../../../shared/result.ts'
import { refusalOf } from '../failures.ts'
import { fetchPdf } from '../pdf.ts'
import { onChart, type PlaceWork, type ReachedOperations } from '../place-work.ts'
import { createChartRecords, ownRecord } from '../queries/chart-records.ts'
import type { DeskWork } from '../work.ts'

const { invoices } = contract.partner
const pdfAddress = readerOf('an address', (answer) => address(answer))

/** What a patient was billed for at this location. */
export function invoicesPlace(work: DeskWork): PlaceWork<typeof invoiceOperations> {
  const { client, place, signal } = work
  const params = { accountId: place.accountId, locationId: place.locationId }
  const records = createChartRecords(work)
  const { shown } = records
  const within = (chart: Reference, reference: Reference) => ({
    ...{ kind: 'invoice', record: 'invoiceId', chart, reference },
  })

  const invoiceRow = (
    { id, patientId: _, ...fields }: ReadInvoice,
    chart: Reference,
  ): DeskInvoice => ({ ...fields, invoice: shown.of('invoice', id, chart) })
  const lineRow = (
    { id, patientId: _, billingCodes, ...fields }: ReadInvoiceLine,
    invoice: Reference,
  ): DeskInvoiceLine => ({
    ...{ ...fields, billingCodes: [...billingCodes] },
    line: shown.of('line', id, invoice),
  })
  /** Reads the invoice first: that it is the patient's is known from itself. */
  const readOwn = async (invoiceId: Id, patientId: Id) => {
    const reader = invoiceReader(invoiceId)
    const input = { params: { ...params, invoiceId } }
    return ownRecord(await client.read(invoices.get, reader, input, { signal }), patientId)
  }

  return {
    queries: {
      invoices: ({ chart, after }) =>
        onChart(work, chart, (patientId) =>
          records.page(
            `${chart} invoices`,
            { patientId, after },
            {
              operation: invoices.list,
              read: (query) => {
                const input = { params, query: { ...query, patientId } }
                return client.read(invoices.list, invoicesReader, input, { signal })
              },
              isOfOwner: false,
              row: (record) => invoiceRow(record, chart),
            },
          ),
        ),
      invoice: ({ chart, invoice }) =>
        records.onPart(within(chart, invoice), async (invoiceId, patientId) => {
          const own = await readOwn(invoiceId, patientId)
          return own.ok ? ok(invoiceRow(own.value, chart)) : own
        }),
      invoiceLines: ({ chart, invoice, after }) =>
        records.onPart(within(chart, invoice), (invoiceId, patientId) =>
          records.page(
            `${invoice} lines`,
            { patientId, after },
            {
              operation: invoices.listLineItems,
              read: (query) => {
                const input = { params: { ...params, invoiceId }, query }
                return client.read(invoices.listLineItems, invoiceLinesReader, input, { signal })
              },
              isOfOwner: true,
              row: (line) => lineRow(line, invoice),
            },
          ),
        ),
      invoiceLine: ({ chart, invoice, line }) => {
        const lineItemId = shown.idOf('line', line, invoice)
        if (lineItemId === undefined) return undefined
        return records.onPart(within(chart, invoice), async (invoiceId, patientId) => {
          const input = { params: { ...params, invoiceId, lineItemId } }
          const reader = invoiceLineReader(lineItemId)
          const read = await client.read(invoices.getLineItem, reader, input, { signal })
          const own = ownRecord(read, patientId)
          return own.ok ? ok(lineRow(own.value, invoice)) : own
        })
      },
      invoicePdf: ({ chart, invoice }) =>
        records.onPart(within(chart, invoice), async (invoiceId, patientId) => {
          const own = await readOwn(invoiceId, patientId)
          if (!own.ok) return own
          const input = { params: { ...params, invoiceId } }
          const signed = await client.read(invoices.getPdf, pdfAddress, input, { signal })
          return signed.ok ? fetchPdf(signed.value, signal) : err(refusalOf(signed.error))
        }),
    },
    commands: {},
  }
}

/** What the invoices of a patient ask the service for. */
export const invoicesReached: ReachedOperations<typeof invoiceOperations> = {
  invoices: [invoices.list],
  invoice: [invoices.get],
  invoiceLines: [invoices.listLineItems],
  invoiceLine: [invoices.getLineItem],
  invoicePdf: [invoices.get, invoices.getPdf],
}
