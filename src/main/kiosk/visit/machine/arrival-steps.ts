import type { RequestReason } from '../../../../shared/request-reason.ts'
import type { ArrivalFinding } from '../ports.ts'
import { giveVisit } from './calls.ts'
import { askStaff, onBug, visit } from './visit-setup.ts'
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
  tags: ['calling'],
  invoke: {
    src: 'lookUpArrival',
    input: giveVisit,
    onDone: [
      {
        guard: 'appointmentIsTold',
        target: '#arrival',
        actions: ['keepArrival', 'logArrivalTold'],
      },
      { guard: 'succeeded', target: '#findingForms', actions: 'keepArrival' },
      { target: '#findingForms', actions: 'logFailure' },
    ],
    onError: onBug,
  },
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

const confirmingArrival = visit.createStateConfig({
  tags: ['calling'],
  invoke: {
    src: 'confirmArrival',
    input: giveVisit,
    onDone: { target: '#findingForms', actions: 'logArrivalConfirmed' },
    onError: onBug,
  },
})

/** No form keeps the patient here: a moment to learn whether the clinic knows of them. */
const settlingArrival = visit.createStateConfig({
  id: 'settlingArrival',
  tags: ['calling'],
  invoke: { src: 'settleArrival', input: giveVisit, onDone: '#nothingWaiting', onError: onBug },
})

export const arrivalSteps = { findingArrival, arrival, confirmingArrival, settlingArrival }
