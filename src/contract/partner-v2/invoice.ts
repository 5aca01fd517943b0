import { z } from 'zod'
import { assumed } from '../mark.ts'
import { calendarDay, id, timestamp } from '../values.ts'

/** States of an invoice. */
export const invoiceStatus = z.enum(['OPEN', 'PAID', 'CANCELLED'])

/** One line of an invoice. Amounts are decimal numbers in the invoice's currency. */
export const invoiceLineItem = assumed(
  z.looseObject({
    id,
    invoiceId: id.nullish(),
    description: z.string().nullish(),
    quantity: z.number().nullish(),
    unitPrice: z.number().nullish(),
    amount: z.number().nullish(),
    billingCodes: z.array(z.string()).nullish(),
  }),
  'invoice-shape',
).meta({ id: 'InvoiceLineItem' })

const fields = z.looseObject({
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
})

/** An invoice as lists carry it. */
export const invoiceSummary = assumed(fields, 'invoice-shape').meta({ id: 'InvoiceSummary' })

/** One invoice with its lines. */
export const invoice = assumed(
  fields.extend({ lineItems: z.array(invoiceLineItem).nullish() }),
  'invoice-shape',
).meta({ id: 'Invoice' })
