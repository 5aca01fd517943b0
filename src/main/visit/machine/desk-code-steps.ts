import { and, not } from 'xstate'
import { giveVisit } from './calls.ts'
import { forgetLockContact } from './identity-steps.ts'
import { endTries, gave, onBug, visit } from './visit-setup.ts'

/** The patient types a code that the front desk gave them: they need neither a phone nor a mailbox. */
export const deskCode = visit.createStateConfig({
  id: 'deskCode',
  entry: ['settle', 'restartIdle', 'noteDeskCodeWait', forgetLockContact],
  on: {
    submitDeskCode: [
      { guard: and(['mayTryCode', not('deskCodeIsComplete')]), actions: 'deskCodeIncomplete' },
      { guard: 'mayTryCode', target: 'checkingDeskCode' },
    ],
    leaveDeskCode: { target: 'contact', actions: 'forgetDeskCodeError' },
  },
})

/** Asks the desks for the code. The date of birth is still required: a found code must not open a chart. */
export const checkingDeskCode = visit.createStateConfig({
  invoke: {
    src: 'checkDeskCode',
    input: giveVisit,
    onDone: [
      { guard: 'lastDeskCodeIsWrong', ...endTries('tooManyWrongCodes') },
      { guard: gave('wrong'), target: 'deskCode', actions: 'deskCodeWrong' },
      { guard: gave('unheard'), target: 'deskCode', actions: 'deskCodeUnheard' },
      { guard: gave('wait'), target: 'deskCode', actions: 'forgetDeskCodeError' },
      { target: 'dateOfBirth', actions: ['logDeskCodeTaken', 'keepDeskCodeMatch'] },
    ],
    onError: onBug,
  },
})
