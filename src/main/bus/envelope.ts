import {
  envelope,
  envelopeHead,
  type BusBody,
  type Envelope,
  type StationId,
  type StationKind,
} from '../../shared/bus/messages.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Lane } from './topics.ts'

/** An unsealed message: known, or only its head where version, kind or shape are of another Foyer. */
export type Opened =
  | {
      readonly isKnown: true
      readonly envelope: Envelope
      /** Whose numbers it counts among: a broadcast is one, also where it was sent to one station. */
      readonly lane: Lane
    }
  | { readonly isKnown: false; readonly id: string; readonly from: StationId }

/** Why an unsealed message is not taken. `foreignSender`: its topic is another station's. */
export type EnvelopeFault = 'notAnEnvelope' | 'foreignSender' | 'misplaced'

/** The lane on which each kind of message goes. */
const lanes: Record<BusBody['kind'], readonly Lane[]> = {
  helpAsked: ['up'],
  helpEnded: ['up'],
  patientArrived: ['up'],
  formsCompleted: ['up'],
  pinUsed: ['up'],
  intakeWaits: ['up'],
  intakeSettled: ['up'],
  staffNeeded: ['up'],
  unpaired: ['up'],
  commandOutcome: ['up'],
  command: ['down'],
  confirmation: ['up', 'down'],
  deskCodeTried: ['up'],
  deskCodeChecked: ['down'],
  memberAsked: ['up'],
  memberAnswered: ['down'],
  // To one station where that one lacks it.
  serviceEvent: ['all', 'down'],
}

/** Reads a message that came on a lane. `station`: whose the topic is, which on `up` is who speaks. */
export function openEnvelope(
  message: string,
  came: { readonly lane: Lane; readonly station: string; readonly by: StationKind },
): Result<Opened, EnvelopeFault> {
  const json = parse(message)
  const known = envelope.safeParse(json)
  const head = known.success ? known : envelopeHead.safeParse(json)
  if (!head.success) return err('notAnEnvelope')
  const { id, from } = head.data
  if (came.lane === 'up' && from !== came.station) return err('foreignSender')
  if (!known.success) return ok({ isKnown: false, id, from })
  const { kind } = known.data.body
  if (!lanes[kind].includes(came.lane)) return err('misplaced')
  // Only kiosks are commanded.
  if (kind === 'command' && came.by !== 'kiosk') return err('misplaced')
  const lane = kind === 'serviceEvent' ? 'all' : came.lane
  return ok({ isKnown: true, envelope: known.data, lane })
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message)
  } catch {
    return undefined
  }
}
