import { z } from 'zod'
import { model } from '../mark.ts'
import { get, operations, list } from '../operation.ts'
import { calendarDay, dateRangeQuery, filter, id, signedUrl, timestamp } from '../values.ts'

const invoiceStatus = z.enum(['OPEN', 'PAID', 'CANCELLED'])

const invoiceLineItem = model('InvoiceLineItem', 'invoice-shape', {
  id,
  invoiceId: id.nullish(),
  description: z.string().nullish(),
  quantity: z.number().nullish(),
  unitPrice: z.number().nullish(),
  amount: z.number().nullish(),
  billingCodes: z.array(z.string()).nullish(),
})

const fields = {
  id,
  invoiceNumber: z.string().nullish(),
  patientId: id.nullish(),
  locationId: id.nullish(),
  status: z
    .string()
    .nullish()
    .describe(`${invoiceStatus.options.join(', ')}; another one is no error.`),
  paymentStatus: z.string().nullish().describe('UNPAID, PARTIALLY_PAID or PAID.'),
  currency: z.string().nullish().describe('ISO 4217.'),
  totalAmount: z.number().nullish(),
  paidAmount: z.number().nullish(),
  dueDate: calendarDay.nullish(),
  createdAt: timestamp.nullish(),
  paidAt: timestamp.nullish(),
  cancelledAt: timestamp.nullish(),
}

const invoiceSummary = model('InvoiceSummary', 'invoice-shape', fields)

const invoice = model('Invoice', 'invoice-shape', {
  ...fields,
  lineItems: z.array(invoiceLineItem).nullish(),
})

const base = '/partner/v2/account/{accountId}/location/{locationId}/invoice'

export const invoices = operations('partner.invoices', 'Invoices', {
  /** A page of invoices, newest first. */
  list: list(base, 'List invoices; filter by patient, status and date range.', invoiceSummary, {
    filters: { ...dateRangeQuery, patientId: filter(id), status: filter(invoiceStatus) },
  }),

  get: get(`${base}/{invoiceId}`, 'One invoice with line items and payment status.', {
    answer: invoice,
  }),

  listLineItems: list(
    `${base}/{invoiceId}/line-item`,
    'List the line items of an invoice.',
    invoiceLineItem,
  ),

  getLineItem: get(`${base}/{invoiceId}/line-item/{lineItemId}`, 'One line item of an invoice.', {
    answer: invoiceLineItem,
  }),

  getPdf: get(`${base}/{invoiceId}/pdf`, 'Signed address of a PDF of the invoice.', {
    answer: signedUrl,
    assumes: ['invoice-pdf-life'],
  }),
})
