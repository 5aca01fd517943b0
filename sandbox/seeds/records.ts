import { iso } from '../clock.ts'
import type { RecordTable, StoredRecord } from '../state/types.ts'
import * as cases from './cases.ts'
import { account, foreignAccount } from './clinics.ts'
import { foreigner, ordinaryPatients } from './people.ts'

type Row = readonly unknown[]

const [ours, theirs] = [account.id, foreignAccount.id]
const [rosa, james] = [cases.onePacket.id, cases.threePackets.id]

/** Returns every record that is only listed and read; `start` (ms) is the sandbox's own. */
export function seedRecords(start: number): Record<RecordTable, Map<number, StoredRecord>> {
  const dayAt = (days: number) => iso(start + days * 86_400_000)
  /** Reads rows under the names of their columns. A number of a column of times is days from the start. */
  const table = (columns: string, rows: readonly Row[]) => {
    const names = columns.split(' ')
    const records = rows.map((row): StoredRecord => {
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
  const numbered = (first: number, rows: readonly Row[]) =>
    rows.map((row, index) => [first + index, ...row])

  return {
    crmStatusGroups: table('id accountId name description isActive', [
      [1101, ours, 'New patient journey', 'From the first call to the first visit.', true],
      [1102, ours, 'Course of therapy', 'From referral to discharge.', true],
      [1103, ours, 'Recall list', 'No longer used.', false],
      [1901, theirs, 'Leads', 'People who asked.', true],
    ]),
    crmStatuses: table('id accountId crmStatusGroupId name sortOrder color', [
      [1111, ours, 1101, 'Asked about us', 1, '#7d8a91'],
      [1112, ours, 1101, 'Booked', 3, '#b25f2f'],
      [1113, ours, 1101, 'Seen', 4, '#0b6e6e'],
      [1114, ours, 1101, 'Called back', 2, '#2f6fb2'],
      [1121, ours, 1102, 'Referred', 1, '#7d8a91'],
      [1122, ours, 1102, 'In treatment', 2, '#2f6fb2'],
      [1123, ours, 1102, 'Discharged', 3, '#b25f2f'],
      [1911, theirs, 1901, 'New', 1, '#7d8a91'],
    ]),
    categories: table('id accountId name description crmStatusGroupId isActive', [
      [1201, ours, 'New patients', 'Until the first visit is over.', 1101, true],
      [1202, ours, 'Physical therapy', 'Patients in a course of therapy.', 1102, true],
      [1203, ours, 'Diabetes care', 'Yearly checks of eyes and feet.', null, true],
      [1204, ours, 'Flu shots 2024', 'Over.', null, false],
      [1902, theirs, 'Members', 'Who pays by the month.', 1901, true],
    ]),
    categoryTransitions: table(
      'id accountId patientId fromCategoryId fromCrmStatusId toCategoryId toCrmStatusId transitionedAt note',
      [
        [1301, ours, rosa, null, null, 1201, 1111, -30, 'Called about a first visit.'],
        [1302, ours, rosa, 1201, 1111, 1201, 1114, -28, null],
        [1303, ours, rosa, 1201, 1114, 1201, 1112, -10, 'Booked online.'],
        [1304, ours, james, null, null, 1201, 1111, -90, null],
        [1305, ours, james, 1201, 1111, 1202, 1121, -60, 'Referred for back pain.'],
        [1306, ours, james, 1202, 1121, 1202, 1122, -20, null],
        [1307, ours, cases.halfDone.id, null, null, 1203, null, -200, null],
        [1308, ours, cases.halfDone.id, 1203, null, null, null, -15, 'Moved away.'],
      ],
    ),
    patientTags: table('id accountId patientId note color active', [
      [1401, ours, rosa, 'Prefers mornings', '#2f6fb2', true],
      [1402, ours, rosa, 'Needs an interpreter', '#b25f2f', false],
      [1403, ours, james, 'Hard of hearing', '#7a2e8e', true],
      [1404, theirs, foreigner.id, 'Member', '#446688', true],
    ]),
    allergies: table(
      'id accountId patientId name severity reactions status recordedAt',
      numbered(2101, [
        [ours, rosa, 'Penicillin', 'SEVERE', ['Hives', 'Trouble breathing'], 'ACTIVE', -400],
        [ours, rosa, 'Pollen', 'MILD', ['Sneezing'], 'ACTIVE', -400],
        [ours, rosa, 'Eggs', 'MODERATE', ['Rash'], 'RESOLVED', -400],
        [ours, james, 'Shellfish', 'MODERATE', ['Swelling'], 'ACTIVE', -400],
        [theirs, foreigner.id, 'Wool', 'MILD', ['Itching'], 'ACTIVE', -400],
        ...eachOrdinary((id, [name]) => [ours, id, name, 'MODERATE', ['Rash'], 'ACTIVE', -400]),
      ]),
    ),
    medications: table(
      'id accountId patientId name dosageInstructions status startedAt endedAt',
      numbered(2201, [
        [ours, rosa, 'Loratadine 10 mg', 'One tablet a day.', 'ACTIVE', -300, null],
        [
          ours,
          rosa,
          'Amoxicillin 500 mg',
          'One capsule three times a day for 7 days.',
          'INACTIVE',
          -420,
          -413,
        ],
        [ours, james, 'Lisinopril 10 mg', 'One in the morning.', 'ACTIVE', -300, null],
        [theirs, foreigner.id, 'Vitamin D', 'One a day.', 'ACTIVE', -300, null],
        ...eachOrdinary((id, [, name]) => {
          const dosage = 'As needed, at most twice a day.'
          return [ours, id, name, dosage, 'ACTIVE', -300, null]
        }),
      ]),
    ),
    problems: table(
      'id accountId patientId name icd10Code status recordedAt',
      numbered(2301, [
        [ours, rosa, 'Allergic rhinitis', 'J30.1', 'ACTIVE', -380],
        [ours, rosa, 'Ankle sprain', 'S93.401A', 'RESOLVED', -380],
        [ours, james, 'High blood pressure', 'I10', 'ACTIVE', -380],
        [theirs, foreigner.id, 'Fatigue', 'R53.83', 'ACTIVE', -380],
        ...eachOrdinary((id, [, , name, code]) => [ours, id, name, code, 'ACTIVE', -380]),
      ]),
    ),
    conversions: new Map(),
    invoices: table(invoiceColumns, invoiceSeeds.map(invoiceRow)),
    labs: table(labColumns, labSeeds.map(labRow)),
  }
}

/** Allergy, medication, problem and its ICD-10 code of ordinary patients; every other one has some. */
const common = [
  ['Peanuts', 'Albuterol', 'Asthma', 'J45.909'],
  ['Penicillin', 'Metformin', 'Type 2 diabetes', 'E11.9'],
  ['Latex', 'Naproxen', 'Low back pain', 'M54.50'],
] as const

function eachOrdinary(rowOf: (patientId: number, entry: (typeof common)[number]) => Row): Row[] {
  return ordinaryPatients
    .filter((_, index) => index % 2 === 0)
    .map(({ id }, index) => rowOf(id, common[index % common.length] ?? common[0]))
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
