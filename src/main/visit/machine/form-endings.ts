import { assertEvent, assign } from 'xstate'
import { isNotThere } from '../forms-port.ts'
import type { PacketProgress } from '../service-port.ts'
import { valueOf } from './event-values.ts'
import type { VisitContext, VisitEvent } from './visit-types.ts'

interface Given {
  readonly context: VisitContext
  readonly event: VisitEvent
}

/** How often a form view may be lost before a person is called. */
const mostFormsLost = 3

/** ms that the page has to say that all is done, since it was touched last; and in all, however it is touched. */
export const lingerMs = 2_000
export const longestLingerMs = 15_000

const assigned = (given: (given: Given) => object) =>
  assign<VisitContext, VisitEvent, undefined, VisitEvent, never>(given)

const failureOf = (event: VisitEvent) => {
  assertEvent(event, 'form.failed')
  return event.failure
}

/** Guards on how a form ends, or does not begin. */
export const endingGuards = {
  formIsNotConfirmed: ({ event }: Given) => failureOf(event).kind === 'notConfirmed',
  formMayNotOpen: ({ event }: Given) => failureOf(event).kind === 'notAllowed',
  formIsNotThere: ({ event }: Given) => isNotThere(failureOf(event)),
  pageIsOver: ({ context }: Given) => context.pageIsOver,
  pageAsksToBeClosed: ({ event }: Given) => event.type === 'form.sign' && event.sign === 'closing',
  isAnonymousAndPageAsksToBeClosed: ({ context, event }: Given) =>
    context.packet === null && event.type === 'form.sign' && event.sign === 'closing',
  formsKeepGettingLost: ({ context }: Given) => context.formsLost >= mostFormsLost,
}

/** What is noted of how a form ends. */
export const endingActions = {
  markPageOver: assigned(() => ({ pageIsOver: true })),
  forgetPageOver: assigned(() => ({ pageIsOver: false })),
  tellComplete: ({ context: { ports, packetIsComplete, patientId } }: Given) => {
    if (!packetIsComplete && patientId !== null) ports.formsCompleted?.(patientId)
  },
  markComplete: assigned(() => ({ packetIsComplete: true })),
  keepFormsLeft: assigned(({ event }) => ({
    formsLeft: (valueOf(event) as PacketProgress).formsLeft,
  })),
  countFormLost: assigned(({ context }) => ({ formsLost: context.formsLost + 1 })),
  logFormLost: ({ context }: Given) => context.ports.log.event('formFailed', { error: 'gone' }),
}
