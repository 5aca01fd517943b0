import { contract } from '../../src/contract/index.ts'
import { sameId } from '../../src/contract/values.ts'
import type { Id } from '../../src/contract/values.ts'
import { ok } from '../../src/shared/result.ts'
import type { Result } from '../../src/shared/result.ts'
import { signedPdfUrl } from '../files/signed-url.ts'
import { isOrAny, isWithin } from '../http/filters.ts'
import { notFound } from '../http/refusal.ts'
import type { Refusal } from '../http/refusal.ts'
import { byId, paginate, presentPage, sortable } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { invoiceStatusOf, presentInvoiceLines, presentInvoiceSummary } from '../present-invoice.ts'
import type { Invoice } from '../state/business.ts'
import { atLocation, ofAccount } from '../state/lookup.ts'
import type { Location, State } from '../state/types.ts'

const { invoices } = contract.partner

const byTime = ({ createdAt, id }: Invoice) => `${createdAt} ${sortable(id)}`

function invoiceAt(call: {
  readonly state: State
  readonly location: Location
  readonly params: { readonly invoiceId: Id }
}): Result<Invoice, Refusal> {
  const invoice = atLocation(call.state.invoices, call.location, call.params.invoiceId)
  return invoice ? ok(invoice) : notFound('invoice')
}

/** Invoices of a location. */
export const invoiceRoutes = [
  route(invoices.list, ({ state, location, query }) => {
    const found = ofAccount(state.invoices, location.accountId).filter(
      (invoice) =>
        invoice.locationId === location.id &&
        isOrAny(query.patientId, invoice.patientId) &&
        (query.status === undefined || invoiceStatusOf(invoice) === query.status) &&
        isWithin(location, query, invoice.createdAt),
    )
    return presentPage(paginate(found, query, byTime, 'descending'), presentInvoiceSummary)
  }),

  route(invoices.get, (call) => {
    const invoice = invoiceAt(call)
    if (!invoice.ok) return invoice
    const lineItems = presentInvoiceLines(invoice.value)
    return ok({ ...presentInvoiceSummary(invoice.value), lineItems })
  }),

  route(invoices.listLineItems, (call) => {
    const invoice = invoiceAt(call)
    return invoice.ok ? paginate(presentInvoiceLines(invoice.value), call.query, byId) : invoice
  }),

  route(invoices.getLineItem, (call) => {
    const invoice = invoiceAt(call)
    if (!invoice.ok) return invoice
    const lines = presentInvoiceLines(invoice.value)
    const found = lines.find(({ id }) => sameId(id, call.params.lineItemId))
    return found ? ok(found) : notFound('line item')
  }),

  route(invoices.getPdf, (call) => {
    const invoice = invoiceAt(call)
    return invoice.ok ? ok(signedPdfUrl(call.sandbox, `invoices/${invoice.value.id}`)) : invoice
  }),
]
