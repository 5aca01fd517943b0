import { and, not, or, stateIn } from 'xstate'
import { standardDisplay } from '../../../shared/display.ts'
import type { VisitContext } from './visit-types.ts'

/** Staff are in their panel, or help with the visit, and have a time of their own. */
export const staffAreHere = or([stateIn('#staffHold'), stateIn('#staffHelp')])

/** A last screen with nothing over it closes sooner; with help over it the time of help counts. */
export const lastScreenAlone = and([
  stateIn('#last'),
  stateIn('#noOverlay'),
  not(stateIn('#staffHold')),
])

/** The patient is in the form, and sees it: they may read and write for a while without a touch. */
export const fillingIn = and([
  stateIn('#completing'),
  not(stateIn('#locked')),
  not(stateIn('#help')),
  not(staffAreHere),
])

/** The patient looks for a code in their mailbox, where it takes longer than among texts. */
export const readingMail = and([
  stateIn('#code'),
  not(staffAreHere),
  ({ context }: { context: VisitContext }) => context.channel === 'email',
])
/** The patient has the code for their phone in front of them. */
export const scanning = and([
  stateIn('#phoneCode'),
  not(stateIn('#locked')),
  not(stateIn('#help')),
  not(staffAreHere),
])

/** ms without a touch after which somebody who looks in their mailbox is asked whether they are there. */
export const mailIdleMs = 3 * 60_000

/** Nobody is there: the first screen, as every visit begins. */
export const atRest = and([
  stateIn('#welcome'),
  stateIn('#noOverlay'),
  ({ context }: { context: VisitContext }) =>
    context.locale === context.ports.locales[0] &&
    context.display.textSize === standardDisplay.textSize &&
    context.display.theme === standardDisplay.theme,
])
