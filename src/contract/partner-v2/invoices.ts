import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { dateRangeQuery, filter, id, locationPath, pageOf, pageQuery, pathId } from '../values.ts'
import { signedUrl } from './address.ts'
import { invoice, invoiceLineItem, invoiceStatus, invoiceSummary } from './invoice.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/invoice'
const section = 'Invoices'
const inInvoice = z.strictObject({ ...locationPath, invoiceId: pathId })

/** Invoices of a location. */
export const invoices = {
  /** A page of invoices, newest first. Partner API v2, “Invoices”. */
  list: defineOperation({
    id: 'partner.invoices.list',
    interface: 'partner',
    method: 'GET',
    path: base,
    section,
    summary: 'List invoices; filter by patient, status and date range.',
    params: z.strictObject(locationPath),
    query: z.strictObject({
      ...pageQuery,
      ...dateRangeQuery,
      patientId: filter(id),
      status: filter(invoiceStatus),
    }),
    answer: pageOf(invoiceSummary),
    status: 200,
  }),

  /** One invoice with its lines. Partner API v2, “Invoices”. */
  get: defineOperation({
    id: 'partner.invoices.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{invoiceId}`,
    section,
    summary: 'One invoice with line items and payment status.',
    params: inInvoice,
    answer: invoice,
    status: 200,
  }),

  /** A page of the lines of an invoice. Partner API v2, “Invoices”. */
  listLineItems: defineOperation({
    id: 'partner.invoices.listLineItems',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{invoiceId}/line-item`,
    section,
    summary: 'List the line items of an invoice.',
    params: inInvoice,
    query: z.strictObject(pageQuery),
    answer: pageOf(invoiceLineItem),
    status: 200,
  }),

  /** One line of an invoice. Partner API v2, “Invoices”. */
  getLineItem: defineOperation({
    id: 'partner.invoices.getLineItem',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{invoiceId}/line-item/{lineItemId}`,
    section,
    summary: 'One line item of an invoice.',
    params: z.strictObject({ ...locationPath, invoiceId: pathId, lineItemId: pathId }),
    answer: invoiceLineItem,
    status: 200,
  }),

  /** An address that gives the invoice as a PDF for a short while. Partner API v2, “Invoices”. */
  getPdf: defineOperation({
    id: 'partner.invoices.getPdf',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{invoiceId}/pdf`,
    section,
    summary: 'Signed address of a PDF of the invoice.',
    params: inInvoice,
    answer: signedUrl,
    status: 200,
    assumes: ['invoice-pdf-life'],
  }),
}
