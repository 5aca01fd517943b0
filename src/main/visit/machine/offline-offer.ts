import type { OfflinePort } from '../offline-port.ts'
import type { VisitContext } from './visit-types.ts'

interface Given {
  readonly context: VisitContext
}

/** A time that no visit reaches. */
const never = 2 ** 31 - 1

const couldCapture = ({ ports, captureId }: VisitContext): OfflinePort | undefined =>
  captureId === null && ports.offline?.canCapture() ? ports.offline : undefined

/** ms from now until a patient who waits is offered to go on without the network. */
export function offlineOfferMs({ context }: Given): number {
  const { ports, downSince } = context
  return ports.offline ? Math.max(0, downSince + ports.offline.afterMs - ports.now()) : never
}

/**
 * Whether a patient who waits is offered to go on without the network: at once where no code was sent and the service is
 * known to be down, else after a while. One failure alone is no outage.
 */
export function isOfflineOffered(context: VisitContext): boolean {
  const offline = context.failures > 1 ? couldCapture(context) : undefined
  if (!offline) return false
  return offlineOfferMs({ context }) === 0 || (context.sent.size === 0 && offline.isDown())
}

/** Whether a patient whose form is cut off is offered to go on without the network: after a while. */
export const isOfflineOfferedInForm = (context: VisitContext): boolean =>
  couldCapture(context) !== undefined && offlineOfferMs({ context }) === 0

/** Whether nothing but a check-in without the network can be offered to somebody who comes now. */
export const isDownWithoutService = ({ context }: Given): boolean =>
  couldCapture(context)?.isDown() ?? false
