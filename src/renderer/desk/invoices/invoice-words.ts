import { m } from '../../../i18n/paraglide/messages.js'
import type { KnownWords } from '../components/record-words.ts'

/** States of an invoice. */
export const invoiceStatuses: KnownWords = {
  open: m.desk_invoices_status_open,
  paid: m.desk_invoices_status_paid,
  cancelled: m.desk_invoices_status_cancelled,
  canceled: m.desk_invoices_status_cancelled,
}

/** How far it is paid. */
export const paymentStatuses: KnownWords = {
  unpaid: m.desk_invoices_payment_unpaid,
  partiallypaid: m.desk_invoices_payment_part,
  paid: m.desk_invoices_payment_paid,
}

/** What is still to pay of an invoice that is not cancelled; undefined where that is not known. */
export function openAmount(invoice: {
  readonly total: number | null
  readonly paid: number | null
  readonly cancelledAt: unknown
}): number | undefined {
  const { total, paid, cancelledAt } = invoice
  if (total === null || paid === null || cancelledAt !== null) return undefined
  // Amounts are decimal: what is left over from binary arithmetic is none.
  return Math.max(0, Math.round((total - paid) * 1_000) / 1_000)
}
