import type { Id } from '../../src/contract/values.ts'
import type { createCheckInService } from '../../src/main/service/check-in-service.ts'
import type { CalendarDate } from '../../src/shared/calendar-date.ts'
import type { Channel } from '../../src/shared/ipc.ts'
import type { TrialPlace } from '../probe/visit/try-visit.ts'
import type { WatchedClient } from '../probe/visit/watched-client.ts'
import type { ErrorRecordingDispatcher } from '../service/error-recorder.ts'
import type { Walk, WalkedStep } from './walk.ts'

/** Test patient, contacts and place of a rehearsed visit. */
export interface RehearsalPlan {
  readonly place: TrialPlace
  /** The test patient; a proof that finds another one is a fault. */
  readonly patientId: Id
  /** The integrator's own phone (E.164) and e-mail address: one of them, or both. */
  readonly contacts: Readonly<Partial<Record<Channel, string>>>
  /** Group of the packet to make; none is made without it. */
  readonly templateGroupId: Id | undefined
}

/** The integrator. */
export interface RehearsalPerson {
  /** Asks if this may be written now; `isCleanUp`: it takes back created records. */
  readonly allows: (what: string, isCleanUp?: boolean) => Promise<boolean>
  /** Called before a code is sent: earlier messages hold no code. */
  readonly beforeCode: () => Promise<void>
  /** The code that came; undefined: none did, or they left. */
  readonly code: (channel: Channel) => Promise<string | undefined>
  readonly birthDate: () => Promise<CalendarDate | undefined>
  /** Hears of each step as it ends. */
  readonly onStep: (step: WalkedStep) => void
}

/** The purposes of a visit. */
export type CheckIn = ReturnType<typeof createCheckInService>

/** Parts that every step of a rehearsal works with. */
export interface Rehearsal {
  readonly walk: Walk
  readonly checkIn: CheckIn
  readonly watched: WatchedClient
  readonly recorder: Pick<ErrorRecordingDispatcher, 'body' | 'message' | 'status'>
  readonly plan: RehearsalPlan
  readonly person: RehearsalPerson
}

/** Lists every write of a rehearsal, for a person. */
export function writesOf({ contacts, templateGroupId }: RehearsalPlan): string[] {
  const channels = Object.keys(contacts) as Channel[]
  return [
    'an identity proof, which ends by itself',
    ...channels.map((channel) => `a code to your ${contactWords[channel]}`),
    'a wrong code, and the right one',
    ...(templateGroupId === undefined
      ? []
      : ['a form packet of the test patient, and its archive']),
  ]
}

/** Words for a channel. */
export const contactWords: Readonly<Record<Channel, string>> = {
  sms: 'phone',
  email: 'e-mail address',
}
