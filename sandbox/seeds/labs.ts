import type { LabStatus } from '../../src/contract/partner-v2/labs.ts'
import { iso } from '../clock.ts'
import type { Lab, TestComponent, TestPanel } from '../state/clinical.ts'
import * as cases from './cases.ts'
import { account, foreignAccount } from './clinics.ts'
import { foreigner, ordinaryPatients } from './people.ts'

const day = 86_400_000

type Range = readonly [name: string, low: number, high: number, unit: string]

const metabolic: readonly Range[] = [
  ['Glucose', 70, 99, 'mg/dL'],
  ['Sodium', 135, 145, 'mmol/L'],
  ['Potassium', 3.5, 5.1, 'mmol/L'],
]
const lipids: readonly Range[] = [
  ['LDL cholesterol', 0, 99, 'mg/dL'],
  ['HDL cholesterol', 40, 100, 'mg/dL'],
]
const panels = [
  ['Basic metabolic panel', metabolic],
  ['Lipid panel', lipids],
] as const

interface LabSeed {
  readonly patientId: number
  readonly status: LabStatus
  readonly daysAgo: number
  readonly locationId?: number
  readonly accountId?: number
}

const named: readonly LabSeed[] = [
  { patientId: cases.onePacket.id, status: 'RESULTED', daysAgo: 40 },
  { patientId: cases.onePacket.id, status: 'ORDERED', daysAgo: 1 },
  { patientId: cases.threePackets.id, status: 'IN_PROGRESS', daysAgo: 2 },
  { patientId: cases.threePackets.id, status: 'CANCELLED', daysAgo: 70 },
  { patientId: cases.onePacket.id, status: 'RESULTED', daysAgo: 200, locationId: 302 },
]
const foreign: LabSeed = {
  patientId: foreigner.id,
  status: 'RESULTED',
  daysAgo: 5,
  locationId: 901,
  accountId: foreignAccount.id,
}

/** A measurement of number `turn`: within its range, above it every fifth time. */
function component(id: number, [name, low, high, unit]: Range, turn: number | null): TestComponent {
  const width = high - low
  const value = turn === null ? null : low + (width * ((turn * 3) % 10)) / 10
  const isHigh = turn !== null && turn % 5 === 0
  return {
    id,
    name,
    value: value === null ? null : (isHigh ? high + width / 4 : value).toFixed(1),
    unit,
    referenceRange: `${low} - ${high}`,
    indicator: value === null ? null : isHigh ? 'ABNORMAL' : 'NORMAL',
  }
}

/** Labs in every state, results in those that have them; `start` (ms) is when the sandbox began. */
export function labs(start: number): Lab[] {
  const ordinary = ordinaryPatients.map(({ id }, index): LabSeed => ({
    patientId: id,
    status: 'RESULTED',
    daysAgo: 3 + index * 4,
    locationId: 301 + (index % 3),
  }))
  return [...named, foreign, ...ordinary].map((seed, index) => {
    const { patientId, status, daysAgo, locationId = 301, accountId = account.id } = seed
    const id = 2401 + index
    const isIn = (panel: number) =>
      status === 'RESULTED' || (status === 'IN_PROGRESS' && panel === 0)
    const testPanels = panels.map(([name, ranges], panel): TestPanel => ({
      id: id * 10 + panel,
      name,
      testComponents: ranges.map((range, place) =>
        component(id * 100 + panel * 10 + place, range, isIn(panel) ? index + place : null),
      ),
    }))
    return {
      id,
      accountId,
      locationId,
      patientId,
      practitionerId: accountId === account.id ? 401 + ((locationId - 301) % 3) : 902,
      name: 'Blood work',
      status,
      orderedAt: iso(start - daysAgo * day),
      resultedAt: status === 'RESULTED' ? iso(start - (daysAgo - 1) * day) : null,
      testPanels,
    }
  })
}
