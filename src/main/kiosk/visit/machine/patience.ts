import type { OfflinePort } from '../ports.ts'
import type { InContext, VisitContext } from './visit-types.ts'

const never = 2 ** 31 - 1

const couldCapture = ({ ports, captureId }: VisitContext): OfflinePort | undefined =>
  captureId === null && ports.offline?.canCapture() ? ports.offline : undefined

/** ms of one wait for the service after which the patient is told so, and after which a person helps. */
export const patienceMs = { notice: 15_000, person: 40_000 } as const

/** Measures the time until a patient has waited for the service for so long; ms. */
export function untilWaited({ ports, waitsSince }: VisitContext, ms: number): number {
  return waitsSince === null ? never : Math.max(0, waitsSince + ms - ports.now())
}

/** Measures the time until a patient who waits is offered to go on without the network; ms. */
export function offlineOfferMs({ context }: InContext): number {
  const { offline } = context.ports
  return offline ? untilWaited(context, offline.afterMs) : never
}

/** Tells whether a patient knows that they wait: at the second failure, or after a while without an answer. */
export const isWaitTold = (context: VisitContext): boolean =>
  context.failures > 1 || untilWaited(context, patienceMs.notice) === 0

/** Decides whether a patient may go on offline: at once before any code during a known outage, else after a while. */
export function isOfflineOffered(context: VisitContext): boolean {
  const offline = isWaitTold(context) ? couldCapture(context) : undefined
  if (!offline) return false
  return offlineOfferMs({ context }) === 0 || (context.sent.size === 0 && offline.isDown())
}

/** Tells whether nothing that a patient gives now could be kept on this kiosk. */
export const isNothingKept = ({ context }: InContext): boolean =>
  couldCapture(context) === undefined

/** Decides, after a while, whether a patient whose form is cut off may go on without the network. */
export const isOfflineOfferedInForm = (context: VisitContext): boolean =>
  couldCapture(context) !== undefined && offlineOfferMs({ context }) === 0

/** Tells whether only a check-in without the network can be offered to somebody who comes now. */
export const isDownWithoutService = ({ context }: InContext): boolean =>
  couldCapture(context)?.isDown() ?? false

/** Tells whether nobody can check in now: the service is down, and nothing can be kept here. */
export const isDownForEverybody = ({ context }: InContext): boolean =>
  (context.ports.offline?.isDown() ?? false) && isNothingKept({ context })
