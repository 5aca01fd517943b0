import { assertEvent } from 'xstate'
import type { ArrivalEnding, ArrivalKind } from '../../../shared/arrival.ts'
import type { RequestReason } from '../../../shared/request-reason.ts'
import type { ArrivalAppointment, ArrivalFinding } from '../arrival-port.ts'
import type { PacketSummary } from '../service-port.ts'
import { assigned, type Given } from './assigned.ts'
import { resultOf, valueOf } from './event-values.ts'
import { assertPresent, type VisitContext, type VisitEvent } from './visit-types.ts'

/** Kinds of which the patient says that they are here for one. */
const confirmable: ReadonlySet<ArrivalFinding['kind']> = new Set(['due', 'late', 'several'])

const isConfirmable = ({ arrival }: VisitContext) =>
  arrival !== null && confirmable.has(arrival.kind)

/** Name of an appointment in one view: its place in the list, from 1. */
export function arrivalKey(index: number): string {
  return String(index + 1)
}

function chosen({ context: { arrival }, event }: Given): ArrivalAppointment | undefined {
  assertEvent(event, 'confirmArrival')
  return arrival?.appointments.find((_, index) => arrivalKey(index) === event.key)
}

const findingOf = (event: VisitEvent) => {
  const result = resultOf(event)
  return result.ok ? (result.value as ArrivalFinding) : undefined
}

const reasons: Partial<Record<ArrivalFinding['kind'], RequestReason>> = {
  cancelled: 'appointmentCancelled',
  elsewhere: 'appointmentElsewhere',
  telehealth: 'appointmentRemote',
}

/** Why the desk is needed by who wants to talk about what is shown. */
export function deskReasonOf({ context }: Pick<Given, 'context'>): RequestReason {
  return reasons[assertPresent(context.arrival, 'arrival').kind] ?? 'arrivalNotRight'
}

const endings: Readonly<Record<ArrivalKind | 'none', ArrivalEnding['state']>> = {
  // Confirmed or not, these are for the desk until the clinic is known to know.
  ...{ due: 'desk', late: 'desk', several: 'desk', cancelled: 'desk' },
  ...{ arrived: 'checkedIn', early: 'early', elsewhere: 'remote', telehealth: 'remote' },
  none: 'none',
}

/** What the last screen says of the arrival; null where nobody looked, or nothing could be had. */
function endingOf({ arrival, arriving, ports }: VisitContext): ArrivalEnding['state'] | null {
  if (arriving) return ports.arrival?.state(arriving.id) === 'known' ? 'checkedIn' : 'desk'
  return arrival && endings[arrival.kind]
}

/** Guards on the arrival. */
export const arrivalGuards = {
  isSameDateAndArrivalIsAsked: ({ context, event }: Given) => {
    const result = resultOf(event)
    return result.ok && result.value === 'same' && context.ports.arrival !== undefined
  },
  appointmentIsTold: ({ event }: Given) => (findingOf(event)?.kind ?? 'none') !== 'none',
  mayConfirmArrival: (given: Given) => isConfirmable(given.context) && chosen(given) !== undefined,
  mayPassArrival: ({ context }: Given) => !isConfirmable(context),
  noPacketWaitsForWhoArrived: ({ context, event }: Given) => {
    const result = resultOf(event)
    const waits = result.ok && (result.value as readonly PacketSummary[]).length > 0
    return result.ok && !waits && context.arriving !== null
  },
}

/** What is noted of the arrival. */
export const arrivalActions = {
  keepArrival: assigned(({ event }) => ({ arrival: valueOf(event) as ArrivalFinding })),
  takeArrival: assigned((given) => ({ arriving: chosen(given) ?? null })),
  noteArrival: assigned(({ context }) => ({ arrivalEnding: endingOf(context) })),
  // Audited before anybody sees it.
  logArrivalTold: ({ context }: Given) => context.ports.log.event('appointmentTold', {}),
  logArrivalConfirmed: ({ context }: Given) => context.ports.log.event('arrivalConfirmed', {}),
}
