import { assertEvent } from 'xstate'
import { deskCodeDigits } from '../../../shared/code.ts'
import type { DeskCodeMatch } from '../desk-code-port.ts'
import { deskCodeSubject } from './actors.ts'
import { assigned, type Given } from './assigned.ts'
import { resultOf, valueOf } from './event-values.ts'
import { isDownWithoutService } from './offline-offer.ts'
import type { VisitContext } from './visit-types.ts'

/** Wrong codes of the front desk that one visit takes; a person helps after that. */
const mostTries = 5

/** Whether a patient may begin with a code of the front desk: a desk is there to be asked, and nothing is proved yet. */
export const mayUseDeskCode = ({ ports, proved }: VisitContext): boolean =>
  proved.length === 0 && (ports.deskCode?.isOffered() ?? false)

/** Whether the front desk may begin the visit: a desk is there to be asked, and the service can be. */
export const deskMayBegin = ({ context }: Given): boolean =>
  mayUseDeskCode(context) && !isDownWithoutService({ context })

const isLast = ({ deskCode }: VisitContext) => deskCode.tries + 1 >= mostTries

const gave = ({ event }: Given, value: string) => {
  const result = resultOf(event)
  return result.ok && result.value === value
}

/** Guards on a code of the front desk. */
export const deskCodeGuards = {
  mayUseDeskCode: ({ context }: Given) => mayUseDeskCode(context),
  deskCodeIsComplete: ({ event }: Given) => {
    assertEvent(event, 'submitDeskCode')
    return event.code.length === deskCodeDigits
  },
  lastDeskCodeIsWrong: (given: Given) => gave(given, 'wrong') && isLast(given.context),
}

const failed = (error: VisitContext['deskCode']['error'], isTry: boolean) =>
  assigned(({ context: { deskCode, errorCount } }) => ({
    deskCode: { ...deskCode, error, tries: deskCode.tries + (isTry ? 1 : 0) },
    errorCount: errorCount + 1,
  }))

/** What is noted of it. */
export const deskCodeActions = {
  noteDeskCodeWait: assigned(({ context }) => ({
    tryAt: context.ports.now() + context.ports.attempts.waitMs('wrongDeskCode', deskCodeSubject),
    lastTry: isLast(context),
  })),
  forgetDeskCodeError: assigned(({ context: { deskCode } }) => ({
    deskCode: { ...deskCode, error: null },
  })),
  deskCodeIncomplete: failed('incomplete', false),
  deskCodeWrong: failed('wrong', true),
  deskCodeUnheard: failed('unheard', false),
  // Audited before anything of the patient is asked for.
  logDeskCodeTaken: ({ context }: Given) => context.ports.log.event('deskCodeTaken', {}),
  keepDeskCodeMatch: assigned(({ context: { deskCode }, event }) => {
    const { patientId, packetId } = valueOf(event) as DeskCodeMatch
    return { patientId, deskCode: { ...deskCode, packetId } }
  }),
}
