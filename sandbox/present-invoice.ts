import type { InvoiceStatus } from '../src/contract/partner-v2/invoice.ts'
import type { Invoice } from './state/business.ts'

function totalCents({ lineItems }: Invoice): number {
  return lineItems.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0)
}

/** Where an invoice stands, from what was paid of it. */
export function invoiceStatusOf(invoice: Invoice): InvoiceStatus {
  if (invoice.cancelledAt) return 'CANCELLED'
  return invoice.paidCents >= totalCents(invoice) ? 'PAID' : 'OPEN'
}

function paymentStatusOf(invoice: Invoice): string {
  if (invoice.paidCents >= totalCents(invoice)) return 'PAID'
  return invoice.paidCents > 0 ? 'PARTIALLY_PAID' : 'UNPAID'
}

/** An invoice as lists carry it. */
export function presentInvoiceSummary(invoice: Invoice) {
  const { accountId: _, lineItems: __, paidCents, ...fields } = invoice
  return {
    ...fields,
    status: invoiceStatusOf(invoice),
    paymentStatus: paymentStatusOf(invoice),
    totalAmount: totalCents(invoice) / 100,
    paidAmount: paidCents / 100,
  }
}

/** The lines of an invoice. */
export function presentInvoiceLines({ id: invoiceId, lineItems }: Invoice) {
  return lineItems.map(({ unitPriceCents, billingCodes, ...line }) => ({
    ...line,
    invoiceId,
    unitPrice: unitPriceCents / 100,
    amount: (line.quantity * unitPriceCents) / 100,
    billingCodes: [...billingCodes],
  }))
}

/** An invoice as lines of text for a printed page. */
export function printInvoice(invoice: Invoice): string[] {
  const { totalAmount, paidAmount, currency } = presentInvoiceSummary(invoice)
  const money = (amount: number) => `${amount.toFixed(2)} ${currency}`
  return [
    `Invoice ${invoice.invoiceNumber} (${invoiceStatusOf(invoice)})`,
    `Due ${invoice.dueDate}`,
    '',
    ...presentInvoiceLines(invoice).map(
      ({ quantity, description, unitPrice, amount, billingCodes }) =>
        `${quantity} x ${description} ${billingCodes.join(', ')} at ${money(unitPrice)}: ${money(amount)}`,
    ),
    '',
    `Total: ${money(totalAmount)}`,
    `Paid: ${money(paidAmount)}`,
  ]
}
