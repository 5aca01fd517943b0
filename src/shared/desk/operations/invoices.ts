import * as z from 'zod/mini'
import { ofChart, recordDate, recordPage, said } from '../chart-records.ts'
import { defineOperations } from '../operation.ts'
import { deskPdf } from '../pdf.ts'
import { reference } from '../references.ts'

const right = { place: 'invoices', act: 'see' } as const
const amount = z.nullable(z.number())

/** An invoice. Amounts are decimal numbers in its currency (ISO 4217). */
const invoice = z.strictObject({
  invoice: reference,
  number: said,
  status: said,
  paymentStatus: said,
  currency: said,
  total: amount,
  paid: amount,
  dueDate: recordDate,
  createdAt: recordDate,
  paidAt: recordDate,
  cancelledAt: recordDate,
})
export type DeskInvoice = z.infer<typeof invoice>

const invoiceLine = z.strictObject({
  line: reference,
  description: said,
  quantity: amount,
  unitPrice: amount,
  amount,
  billingCodes: z.array(z.string()),
})
export type DeskInvoiceLine = z.infer<typeof invoiceLine>

const inInvoice = { chart: reference, invoice: reference }

/** Operations for a patient's invoices at this location. */
export const invoiceOperations = defineOperations({
  queries: {
    /** A page of the patient's invoices, the newest first. */
    invoices: { right, input: ofChart, output: recordPage(invoice) },
    invoice: { right, input: z.strictObject(inInvoice), output: invoice },
    invoiceLines: {
      right,
      input: z.strictObject({ ...inInvoice, after: z.optional(reference) }),
      output: recordPage(invoiceLine),
    },
    invoiceLine: {
      right,
      input: z.strictObject({ ...inInvoice, line: reference }),
      output: invoiceLine,
    },
    /** The invoice as it is printed. */
    invoicePdf: { right, input: z.strictObject(inInvoice), output: deskPdf },
  },
  commands: {},
})
