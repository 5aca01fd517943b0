import { iso } from '../clock.ts'
import { account } from './clinics.ts'
import { ordinaryPatients } from './people.ts'
import seeds from './records.json' with { type: 'json' }

type Row = readonly unknown[]

interface TableSeed {
  readonly columns: string
  readonly rows: readonly Row[]
  /** Rests of the rows of ordinary patients, in turn; every other one has a row. */
  readonly ordinary?: readonly Row[]
}

/** Record whose content is in the contract's model alone. */
export interface StoredRecord {
  readonly id: number
  readonly accountId: number | null
  readonly [field: string]: unknown
}

export type RecordTables = Readonly<ReturnType<typeof seedRecords>>

const ours = account.id

/** Returns every record that is only listed and read; `start` (ms) is the sandbox's own. */
export function seedRecords(start: number) {
  const dayAt = (days: number) => iso(start + days * 86_400_000)
  /** Reads rows under the names of their columns. A number of a column of times is days from the start. */
  const table = ({ columns, rows, ordinary = [] }: TableSeed) => {
    const names = columns.split(' ')
    const records = [...rows, ...rowsOfOrdinary(ordinary, rows)].map((row): StoredRecord => {
      const values = names.map((name, index) => {
        const value = row[index]
        if (typeof value !== 'number') return [name, value]
        if (name === 'dueDate') return [name, dayAt(value).slice(0, 10)]
        return [name, name.endsWith('At') ? dayAt(value) : value]
      })
      return Object.fromEntries(values) as StoredRecord
    })
    return byIds(records)
  }
  const tables = Object.entries(seeds.tables).map(([name, seed]) => [name, table(seed)] as const)
  return {
    ...(Object.fromEntries(tables) as Record<keyof typeof seeds.tables, ReturnType<typeof table>>),
    conversions: byIds([]),
    invoices: byIds(invoiceSeeds.map((seed, index) => invoiceOf(seed, index, dayAt))),
    labs: byIds(labSeeds.map((seed, index) => labOf(seed, index, dayAt))),
  }
}

const byIds = (records: readonly StoredRecord[]) =>
  new Map(records.map((record) => [record.id, record]))

function rowsOfOrdinary(rests: readonly Row[], rows: readonly Row[]): Row[] {
  if (rests.length === 0) return []
  const next = Number(rows[0]?.[0]) + rows.length
  return ordinaryPatients
    .filter((_, index) => index % 2 === 0)
    .map(({ id }, index) => [next + index, ours, id, ...(rests[index % rests.length] ?? [])])
}

type InvoiceSeed = (typeof seeds.invoices)[number]

const invoiceSeeds: readonly InvoiceSeed[] = [
  ...seeds.invoices,
  ...ordinaryPatients.map(({ id }, index) => ({
    patientId: id,
    daysAgo: 5 + index * 3,
    lines: index % 2 === 0 ? ['visit'] : ['therapy', 'copies'],
    paid: index % 3 === 0 ? 'nothing' : 'all',
    locationId: 301 + (index % 3),
  })),
]
const lineSeeds: Readonly<Record<string, (typeof seeds.lines)['visit']>> = seeds.lines

/** Sums are made of whole cents, so that they are exact. */
function invoiceOf(seed: InvoiceSeed, index: number, dayAt: (days: number) => string) {
  const { patientId, daysAgo, paid, locationId = 301, accountId = ours } = seed
  const id = 2501 + index
  const lines = seed.lines.flatMap((name) => lineSeeds[name] ?? [])
  const total = lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0)
  const isPaid = paid === 'all'
  const isCancelled = paid === 'cancelled'
  const paidCents = isPaid ? total : paid === 'half' ? Math.floor(total / 2) : 0
  return {
    id,
    accountId,
    locationId,
    patientId,
    invoiceNumber: `INV-${id}`,
    currency: 'USD',
    lineItems: lines.map(({ cents, ...line }, place) => ({
      id: id * 10 + place,
      invoiceId: id,
      ...line,
      unitPrice: cents / 100,
      amount: (line.quantity * cents) / 100,
    })),
    totalAmount: total / 100,
    paidAmount: paidCents / 100,
    status: isCancelled ? 'CANCELLED' : isPaid ? 'PAID' : 'OPEN',
    paymentStatus: isPaid ? 'PAID' : paidCents > 0 ? 'PARTIALLY_PAID' : 'UNPAID',
    dueDate: dayAt(30 - daysAgo).slice(0, 10),
    createdAt: dayAt(-daysAgo),
    paidAt: isPaid ? dayAt(2 - daysAgo) : null,
    cancelledAt: isCancelled ? dayAt(1 - daysAgo) : null,
  }
}

type LabSeed = (typeof seeds.labs)[number]

const labSeeds: readonly LabSeed[] = [
  ...seeds.labs,
  ...ordinaryPatients.map(({ id }, index) => ({
    patientId: id,
    status: 'RESULTED',
    daysAgo: 3 + index * 4,
    locationId: 301 + (index % 3),
  })),
]

function labOf(seed: LabSeed, index: number, dayAt: (days: number) => string) {
  const { patientId, status, daysAgo, locationId = 301, accountId = ours } = seed
  const id = 2401 + index
  const isIn = (panel: number) => status === 'RESULTED' || (status === 'IN_PROGRESS' && panel === 0)
  const testPanels = seeds.panels.map(({ name, ranges }, panel) => ({
    id: id * 10 + panel,
    name,
    testComponents: ranges.map(({ component, low, high, unit }, place) => ({
      id: id * 100 + panel * 10 + place,
      testPanelId: id * 10 + panel,
      name: component,
      unit,
      referenceRange: `${low} - ${high}`,
      ...measure(low, high, isIn(panel) ? index + place : null),
    })),
  }))
  return {
    id,
    accountId,
    locationId,
    patientId,
    practitionerId: accountId === ours ? 401 + ((locationId - 301) % 3) : 902,
    name: 'Blood work',
    status,
    orderedAt: dayAt(-daysAgo),
    resultedAt: status === 'RESULTED' ? dayAt(1 - daysAgo) : null,
    testPanels,
  }
}

/** Makes measurement number `turn`: within its range, above it every fifth time; null while it is not in. */
function measure(low: number, high: number, turn: number | null) {
  if (turn === null) return { value: null, indicator: null }
  const width = high - low
  const isHigh = turn % 5 === 0
  const value = isHigh ? high + width / 4 : low + (width * ((turn * 3) % 10)) / 10
  return { value: value.toFixed(1), indicator: isHigh ? 'ABNORMAL' : 'NORMAL' }
}
