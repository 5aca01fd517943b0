import { iso } from '../clock.ts'
import type { RecordTable, StoredRecord } from '../state/types.ts'
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

const ours = account.id

/** Returns every record that is only listed and read; `start` (ms) is the sandbox's own. */
export function seedRecords(start: number): Record<RecordTable, Map<number, StoredRecord>> {
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
    return new Map(records.map((record) => [record.id, record]))
  }
  const read = Object.entries(seeds.tables).map(([name, seed]) => [name, table(seed)] as const)
  return {
    ...(Object.fromEntries(read) as Record<keyof typeof seeds.tables, ReturnType<typeof table>>),
    conversions: new Map(),
    invoices: table({ columns: invoiceColumns, rows: invoiceSeeds.map(invoiceRow) }),
    labs: table({ columns: labColumns, rows: labSeeds.map(labRow) }),
  }
}

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
const invoiceColumns =
  'id accountId locationId patientId invoiceNumber currency lineItems totalAmount paidAmount status paymentStatus dueDate createdAt paidAt cancelledAt'

/** Sums are made of whole cents, so that they are exact. */
function invoiceRow(seed: InvoiceSeed, index: number): Row {
  const { patientId, daysAgo, paid, locationId = 301, accountId = ours } = seed
  const id = 2501 + index
  const lines = seed.lines.flatMap((name) => lineSeeds[name] ?? [])
  const total = lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0)
  const paidCents = paid === 'all' ? total : paid === 'half' ? Math.floor(total / 2) : 0
  const isPaid = paid === 'all'
  const isCancelled = paid === 'cancelled'
  return [
    id,
    accountId,
    locationId,
    patientId,
    `INV-${id}`,
    'USD',
    lines.map(({ cents, ...line }, place) => ({
      id: id * 10 + place,
      invoiceId: id,
      ...line,
      unitPrice: cents / 100,
      amount: (line.quantity * cents) / 100,
    })),
    total / 100,
    paidCents / 100,
    isCancelled ? 'CANCELLED' : isPaid ? 'PAID' : 'OPEN',
    isPaid ? 'PAID' : paidCents > 0 ? 'PARTIALLY_PAID' : 'UNPAID',
    30 - daysAgo,
    -daysAgo,
    isPaid ? 2 - daysAgo : null,
    isCancelled ? 1 - daysAgo : null,
  ]
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
const labColumns =
  'id accountId locationId patientId practitionerId name status orderedAt resultedAt testPanels'

function labRow(seed: LabSeed, index: number): Row {
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
  return [
    id,
    accountId,
    locationId,
    patientId,
    accountId === ours ? 401 + ((locationId - 301) % 3) : 902,
    'Blood work',
    status,
    -daysAgo,
    status === 'RESULTED' ? 1 - daysAgo : null,
    testPanels,
  ]
}

/** Makes measurement number `turn`: within its range, above it every fifth time; null while it is not in. */
function measure(low: number, high: number, turn: number | null) {
  if (turn === null) return { value: null, indicator: null }
  const width = high - low
  const isHigh = turn % 5 === 0
  const value = isHigh ? high + width / 4 : low + (width * ((turn * 3) % 10)) / 10
  return { value: value.toFixed(1), indicator: isHigh ? 'ABNORMAL' : 'NORMAL' }
}
