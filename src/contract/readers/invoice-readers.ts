import { amount, chartReaders, date, text, texts } from './chart-values.ts'

export const { page: invoicesReader, one: invoiceReader } = chartReaders(
  { list: 'a list of invoices with ids', one: 'the invoice that was asked for', name: 'invoice' },
  {
    number: text('invoiceNumber'),
    status: text('status'),
    paymentStatus: text('paymentStatus'),
    currency: text('currency'),
    total: amount('totalAmount'),
    paid: amount('paidAmount'),
    dueDate: date('dueDate'),
    createdAt: date('createdAt'),
    paidAt: date('paidAt'),
    cancelledAt: date('cancelledAt'),
  },
)

export const { page: invoiceLinesReader, one: invoiceLineReader } = chartReaders(
  {
    list: 'a list of invoice lines with ids',
    one: 'the line that was asked for',
    name: 'lineItem',
  },
  {
    description: text('description'),
    quantity: amount('quantity'),
    unitPrice: amount('unitPrice'),
    amount: amount('amount'),
    billingCodes: texts('billingCodes'),
  },
)
