import type { LabStatus } from '../../src/contract/partner-v2/labs.ts'

/** Where an entry of a health profile stands. */
type EntryStatus = 'ACTIVE' | 'INACTIVE' | 'RESOLVED'

interface Entry {
  readonly id: number
  readonly accountId: number
  readonly patientId: number
  readonly name: string
  readonly status: EntryStatus
}

export interface Allergy extends Entry {
  readonly severity: 'MILD' | 'MODERATE' | 'SEVERE'
  readonly reactions: string[]
  readonly recordedAt: string
}

export interface Medication extends Entry {
  readonly dosageInstructions: string
  readonly startedAt: string
  readonly endedAt: string | null
}

export interface Problem extends Entry {
  readonly icd10Code: string
  readonly recordedAt: string
}

/** A single measurement; without a value while the result is not in. */
export interface TestComponent {
  readonly id: number
  readonly name: string
  readonly value: string | null
  readonly unit: string | null
  readonly referenceRange: string
  readonly indicator: 'NORMAL' | 'ABNORMAL' | null
}

export interface TestPanel {
  readonly id: number
  readonly name: string
  readonly testComponents: readonly TestComponent[]
}

/** A lab order, and its results once they are in. */
export interface Lab {
  readonly id: number
  readonly accountId: number
  readonly locationId: number
  readonly patientId: number
  readonly practitionerId: number
  readonly name: string
  readonly status: LabStatus
  readonly orderedAt: string
  readonly resultedAt: string | null
  readonly testPanels: readonly TestPanel[]
}
