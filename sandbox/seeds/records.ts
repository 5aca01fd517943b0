import { iso } from '../clock.ts'
import type { RecordTable, StoredRecord } from '../state/types.ts'
import * as cases from './cases.ts'
import { account, foreignAccount } from './clinics.ts'
import { foreigner, ordinaryPatients } from './people.ts'
import seeds from './records.json' with { type: 'json' }

type Row = readonly unknown[]

interface TableSeed {
  /** Names of the columns. */
  readonly columns: string
  readonly rows: readonly Row[]
  /** Rests of the rows of ordinary patients, in turn; every other one has a row. */
  readonly ordinary?: readonly Row[]
}

const [ours, theirs] = [account.id, foreignAccount.id]
const [rosa, james] = [cases.onePacket.id, cases.threePackets.id]

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
  const read = Object.entries(seeds).map(([name, seed]) => [name, table(seed)] as const)
  return {
    ...(Object.fromEntries(read) as Record<keyof typeof seeds, ReturnType<typeof table>>),
    conversions: new Map(),
    invoices: table({ columns: invoiceColumns, rows: invoiceSeeds.map(invoiceRow) }),
    labs: table({ columns: labColumns, rows: labSeeds.map(labRow) }),
  }
}

/** Completes rows of ordinary patients; their ids follow those of `rows`. */
function rowsOfOrdinary(rests: readonly Row[], rows: readonly Row[]): Row[] {
  if (rests.length === 0) return []
  const next = Number(rows[0]?.[0]) + rows.length
  return ordinaryPatients
    .filter((_, index) => index % 2 === 0)
    .map(({ id }, index) => [next + index, ours, id, ...(rests[index % rests.length] ?? [])])
}

type Line = readonly [
  description: string,
  quantity: number,
  cents: number,
  codes: readonly string[],
]
const visit: Line = ['Office visit, new patient', 1, 18_550, ['99203']]
const therapy: Line = ['Therapeutic exercise, 15 minutes', 3, 4_233, ['97110']]
const copies: Line = ['Copies of records, per page', 12, 35, []]

type InvoiceSeed = readonly [
  patientId: number,
  daysAgo: number,
  lines: readonly Line[],
  paid: 'nothing' | 'half' | 'all' | 'cancelled',
  locationId?: number,
  accountId?: number,
]
const invoiceSeeds: readonly InvoiceSeed[] = [
  [rosa, 20, [visit, copies], 'nothing'],
  [james, 45, [therapy, visit], 'half'],
  [cases.completedPacket.id, 30, [visit], 'all'],
  [cases.noPacket.id, 60, [copies], 'cancelled'],
  [rosa, 100, [visit], 'all', 302],
  [foreigner.id, 12, [visit], 'nothing', 901, theirs],
  ...ordinaryPatients.map(({ id }, index): InvoiceSeed => [
    id,
    5 + index * 3,
    index % 2 === 0 ? [visit] : [therapy, copies],
    index % 3 === 0 ? 'nothing' : 'all',
    301 + (index % 3),
  ]),
]
const invoiceColumns =
  'id accountId locationId patientId invoiceNumber currency lineItems totalAmount paidAmount status paymentStatus dueDate createdAt paidAt cancelledAt'

/** Sums are made of whole cents, so that they are exact. */
function invoiceRow(seed: InvoiceSeed, index: number): Row {
  const [patientId, daysAgo, lines, paid, locationId = 301, accountId = ours] = seed
  const id = 2501 + index
  const total = lines.reduce((sum, [, quantity, cents]) => sum + quantity * cents, 0)
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
    lines.map(([description, quantity, cents, codes], place) => ({
      id: id * 10 + place,
      invoiceId: id,
      description,
      quantity,
      unitPrice: cents / 100,
      amount: (quantity * cents) / 100,
      billingCodes: [...codes],
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

type LabSeed = readonly [
  patientId: number,
  status: 'ORDERED' | 'IN_PROGRESS' | 'RESULTED' | 'CANCELLED',
  daysAgo: number,
  locationId?: number,
  accountId?: number,
]
const labSeeds: readonly LabSeed[] = [
  [rosa, 'RESULTED', 40],
  [rosa, 'ORDERED', 1],
  [james, 'IN_PROGRESS', 2],
  [james, 'CANCELLED', 70],
  [rosa, 'RESULTED', 200, 302],
  [foreigner.id, 'RESULTED', 5, 901, theirs],
  ...ordinaryPatients.map(({ id }, index): LabSeed => [
    id,
    'RESULTED',
    3 + index * 4,
    301 + (index % 3),
  ]),
]
const panels = [
  [
    'Basic metabolic panel',
    [
      ['Glucose', 70, 99, 'mg/dL'],
      ['Sodium', 135, 145, 'mmol/L'],
      ['Potassium', 3.5, 5.1, 'mmol/L'],
    ],
  ],
  [
    'Lipid panel',
    [
      ['LDL cholesterol', 0, 99, 'mg/dL'],
      ['HDL cholesterol', 40, 100, 'mg/dL'],
    ],
  ],
] as const
const labColumns =
  'id accountId locationId patientId practitionerId name status orderedAt resultedAt testPanels'

function labRow(seed: LabSeed, index: number): Row {
  const [patientId, status, daysAgo, locationId = 301, accountId = ours] = seed
  const id = 2401 + index
  const isIn = (panel: number) => status === 'RESULTED' || (status === 'IN_PROGRESS' && panel === 0)
  const testPanels = panels.map(([name, ranges], panel) => ({
    id: id * 10 + panel,
    name,
    testComponents: ranges.map(([component, low, high, unit], place) => ({
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
