import * as cases from '../../sandbox/seeds/cases.ts'
import type { Script } from './patient.ts'
import type { KioskSettings } from './variant-kiosk.ts'

/** A visit as it goes at the sandbox itself. */
export interface PlannedVisit extends Script, KioskSettings {
  /** Names of the packets that must be offered, in any order, and of no other. */
  readonly offers?: readonly string[]
}

export const visits = {
  usual: { person: cases.onePacket },
  wrongCode: { person: cases.onePacket, wrongCodeFirst: true },
  byEither: { person: cases.onePacket, channels: 'either' },
  several: {
    person: cases.threePackets,
    choice: 'Yearly update',
    offers: ['Every kind of field', 'Physical therapy forms', 'Yearly update'],
  },
  newPacket: { person: cases.noPacket, createWhenNone: true },
  nothing: { person: cases.noPacket },
  family: { person: cases.familyPhone.members[0] },
} as const satisfies Record<string, PlannedVisit>
export type VisitName = keyof typeof visits
