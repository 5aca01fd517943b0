import { sendWaitMs } from '../limits/attempts.ts'
import { lingerMs, longestLingerMs } from './form-endings.ts'
import { mailIdleMs } from './idle-guards.ts'
import { offlineOfferMs } from './offline-offer.ts'
import { retryDelayMs } from './service-failure.ts'
import { assertPresent, type VisitContext } from './visit-types.ts'

/** ms for which the code for the patient's phone is shown. */
export const ownPhoneMs = 60_000

interface Given {
  readonly context: VisitContext
}

/** The visit's times by name, each in ms. */
export const delays = {
  sendWait: ({ context }: Given) =>
    sendWaitMs(context.ports.attempts, assertPresent(context.contact, 'contact')),
  backoff: ({ context }: Given) => retryDelayMs(context.failures, context.retryAfterMs),
  offerTime: offlineOfferMs,
  idleTime: ({ context }: Given) => context.ports.settings.idle.afterMs,
  formIdleTime: ({ context }: Given) =>
    Math.max(context.ports.settings.idle.afterMs, context.ports.settings.idle.formAfterMs),
  mailIdleTime: ({ context }: Given) => Math.max(context.ports.settings.idle.afterMs, mailIdleMs),
  ownPhoneTime: ownPhoneMs,
  // Whoever holds a phone before the screen does not touch it.
  scanIdleTime: ({ context }: Given) =>
    Math.max(context.ports.settings.idle.afterMs, ownPhoneMs + 1_000),
  visitTime: ({ context: { ports, timesExtended } }: Given) =>
    timesExtended === 0 ? ports.settings.idle.visitMaxMs : ports.settings.idle.visitMaxMs / 2,
  lingerTime: lingerMs,
  longestLingerTime: longestLingerMs,
  warningTime: ({ context }: Given) => context.ports.settings.idle.warningMs,
  lastScreenTime: ({ context }: Given) => context.ports.settings.idle.lastScreenMs,
}
