import type { Id } from '../values.ts'
import {
  amountOf,
  dateOf,
  recordOf,
  recordReader,
  recordsReader,
  textOf,
  textsOf,
  type ReadChartRecord,
} from './chart-values.ts'
import type { Fields } from './record.ts'

/** A page of invoices. */
export const invoicesReader = recordsReader('a list of invoices with ids', invoiceIn)

/** The invoice that was asked for. */
export const invoiceReader = (asked: Id) =>
  recordReader('the invoice that was asked for', ['invoice', 'record'], invoiceIn, asked)

/** A page of the lines of an invoice. */
export const invoiceLinesReader = recordsReader('a list of invoice lines with ids', lineIn)

/** The line that was asked for. */
export const invoiceLineReader = (asked: Id) =>
  recordReader('the line that was asked for', ['lineItem', 'line', 'record'], lineIn, asked)

function invoiceIn(layers: readonly Fields[]) {
  const record = recordOf(layers, ['id', 'invoiceId', 'uuid', '_id'])
  return (
    record && {
      ...record,
      number: textOf(layers, ['invoiceNumber', 'number', 'displayNumber']),
      status: textOf(layers, ['status', 'state', 'invoiceStatus']),
      paymentStatus: textOf(layers, ['paymentStatus', 'payment.status', 'paymentState']),
      currency: textOf(layers, ['currency', 'currencyCode', 'total.currency']),
      total: amountOf(layers, ['totalAmount', 'total', 'grandTotal', 'amount']),
      paid: amountOf(layers, ['paidAmount', 'amountPaid', 'totalPaid', 'paid']),
      dueDate: dateOf(layers, ['dueDate', 'dueOn', 'dueAt', 'due']),
      createdAt: dateOf(layers, ['createdAt', 'createdOn', 'issuedAt', 'invoiceDate', 'date']),
      paidAt: dateOf(layers, ['paidAt', 'paidOn', 'paidDate']),
      cancelledAt: dateOf(layers, ['cancelledAt', 'canceledAt', 'cancelledOn', 'voidedAt']),
    }
  )
}

function lineIn(layers: readonly Fields[]) {
  const record: ReadChartRecord | undefined = recordOf(layers, ['id', 'lineItemId', 'uuid', '_id'])
  return (
    record && {
      ...record,
      description: textOf(layers, ['description', 'name', 'title']),
      quantity: amountOf(layers, ['quantity', 'qty', 'count']),
      unitPrice: amountOf(layers, ['unitPrice', 'price', 'unitAmount']),
      amount: amountOf(layers, ['amount', 'total', 'lineTotal', 'totalAmount']),
      billingCodes: textsOf(layers, ['billingCodes', 'billingCode', 'codes', 'cptCodes']),
    }
  )
}
