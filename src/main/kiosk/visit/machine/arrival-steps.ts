import type { RequestReason } from '../../../../shared/request-reason.ts'
import type { ArrivalFinding } from '../ports.ts'
import { askStaff, calling, logs, visit } from './visit-setup.ts'
import { type InContext, assertPresent } from './visit-types.ts'

const deskReasons: Partial<Record<ArrivalFinding['kind'], RequestReason>> = {
  cancelled: 'appointmentCancelled',
  elsewhere: 'appointmentElsewhere',
  telehealth: 'appointmentRemote',
}

const deskReasonOf = ({ context }: InContext) =>
  deskReasons[assertPresent(context.arrival, 'arrival').kind] ?? 'arrivalNotRight'

const findingArrival = visit.createStateConfig({
  id: 'findingArrival',
  entry: 'forgetFailures',
  ...calling('lookUpArrival', [
    {
      guard: 'appointmentIsTold',
      target: '#arrival',
      // Audited before anybody sees it.
      actions: ['keepArrival', logs('appointmentTold')],
    },
    { guard: 'succeeded', target: '#findingForms', actions: 'keepArrival' },
    { target: '#findingForms', actions: 'logFailure' },
  ]),
})

const arrival = visit.createStateConfig({
  id: 'arrival',
  entry: ['settle', 'restartIdle'],
  on: {
    confirmArrival: {
      guard: 'mayConfirmArrival',
      target: 'confirmingArrival',
      actions: 'takeArrival',
    },
    passArrival: { guard: 'mayPassArrival', target: 'findingForms' },
    askAboutArrival: askStaff(deskReasonOf),
  },
})

const confirmingArrival = visit.createStateConfig(
  calling('confirmArrival', { target: '#findingForms', actions: logs('arrivalConfirmed') }),
)

/** No form keeps the patient here: a moment to learn whether the clinic knows of them. */
const settlingArrival = visit.createStateConfig({
  id: 'settlingArrival',
  ...calling('settleArrival', '#nothingWaiting'),
})

export const arrivalSteps = { findingArrival, arrival, confirmingArrival, settlingArrival }
