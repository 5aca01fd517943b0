import { z } from 'zod'
import { get, operations } from '../operation.ts'
import { dateRangeQuery, filter, id, pageOf, pageQuery } from '../values.ts'
import { signedUrl } from './address.ts'
import { invoice, invoiceLineItem, invoiceStatus, invoiceSummary } from './invoice.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/invoice'

/** Invoices of a location. */
export const invoices = operations('partner.invoices', 'Invoices', {
  /** A page of invoices, newest first. */
  list: get(base, 'List invoices; filter by patient, status and date range.', {
    query: z.strictObject({
      ...pageQuery,
      ...dateRangeQuery,
      patientId: filter(id),
      status: filter(invoiceStatus),
    }),
    answer: pageOf(invoiceSummary),
  }),

  get: get(`${base}/{invoiceId}`, 'One invoice with line items and payment status.', {
    answer: invoice,
  }),

  listLineItems: get(`${base}/{invoiceId}/line-item`, 'List the line items of an invoice.', {
    query: z.strictObject(pageQuery),
    answer: pageOf(invoiceLineItem),
  }),

  getLineItem: get(`${base}/{invoiceId}/line-item/{lineItemId}`, 'One line item of an invoice.', {
    answer: invoiceLineItem,
  }),

  /** An address that gives the invoice as a PDF for a short while. */
  getPdf: get(`${base}/{invoiceId}/pdf`, 'Signed address of a PDF of the invoice.', {
    answer: signedUrl,
    assumes: ['invoice-pdf-life'],
  }),
})
