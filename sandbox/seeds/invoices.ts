import { addDays, iso } from '../clock.ts'
import type { Invoice, InvoiceLine } from '../state/business.ts'
import * as cases from './cases.ts'
import { account, foreignAccount } from './clinics.ts'
import { foreigner, ordinaryPatients } from './people.ts'

const day = 86_400_000

type Line = Omit<InvoiceLine, 'id'>
const visit: Line = {
  description: 'Office visit, new patient',
  quantity: 1,
  unitPriceCents: 18_550,
  billingCodes: ['99203'],
}
const therapy: Line = {
  description: 'Therapeutic exercise, 15 minutes',
  quantity: 3,
  unitPriceCents: 4_233,
  billingCodes: ['97110'],
}
const copies: Line = {
  description: 'Copies of records, per page',
  quantity: 12,
  unitPriceCents: 35,
  billingCodes: [],
}

interface InvoiceSeed {
  readonly patientId: number
  readonly daysAgo: number
  readonly lines: readonly Line[]
  readonly paid?: 'nothing' | 'half' | 'all'
  readonly cancelled?: boolean
  readonly locationId?: number
  readonly accountId?: number
}

const named: readonly InvoiceSeed[] = [
  { patientId: cases.onePacket.id, daysAgo: 20, lines: [visit, copies] },
  { patientId: cases.threePackets.id, daysAgo: 45, lines: [therapy, visit], paid: 'half' },
  { patientId: cases.completedPacket.id, daysAgo: 30, lines: [visit], paid: 'all' },
  { patientId: cases.noPacket.id, daysAgo: 60, lines: [copies], cancelled: true },
  { patientId: cases.onePacket.id, daysAgo: 100, lines: [visit], paid: 'all', locationId: 302 },
]
const foreign: InvoiceSeed = {
  patientId: foreigner.id,
  daysAgo: 12,
  lines: [visit],
  locationId: 901,
  accountId: foreignAccount.id,
}

/** Invoices in every state; `start` (ms) is when the sandbox began. */
export function invoices(start: number): Invoice[] {
  const ordinary = ordinaryPatients.map(({ id }, index): InvoiceSeed => ({
    patientId: id,
    daysAgo: 5 + index * 3,
    lines: index % 2 === 0 ? [visit] : [therapy, copies],
    paid: index % 3 === 0 ? 'nothing' : 'all',
    locationId: 301 + (index % 3),
  }))
  return [...named, foreign, ...ordinary].map((seed, index) => {
    const { patientId, daysAgo, paid, cancelled, lines } = seed
    const id = 2501 + index
    const created = start - daysAgo * day
    const cents = lines.reduce((sum, line) => sum + line.quantity * line.unitPriceCents, 0)
    return {
      id,
      accountId: seed.accountId ?? account.id,
      locationId: seed.locationId ?? 301,
      patientId,
      invoiceNumber: `INV-${id}`,
      currency: 'USD',
      lineItems: lines.map((line, place) => ({ id: id * 10 + place, ...line })),
      paidCents: paid === 'all' ? cents : paid === 'half' ? Math.floor(cents / 2) : 0,
      dueDate: addDays(iso(created).slice(0, 10), 30),
      createdAt: iso(created),
      paidAt: paid === 'all' ? iso(created + 2 * day) : null,
      cancelledAt: cancelled ? iso(created + day) : null,
    }
  })
}
