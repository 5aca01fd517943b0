import { asksDate, asksName, step, withoutThisContact } from './identity-steps.ts'
import { askStaff, calling, logs, visit } from './visit-setup.ts'

const offlineName = visit.createStateConfig({ id: 'offlineName', ...asksName('offlineBirthDate') })

/** A date that the record had before the network went is not asked for again. */
const offlineBirthDate = visit.createStateConfig({
  id: 'offlineBirthDate',
  entry: [...step, visit.assign({ dateError: null, lastTry: false })],
  always: { guard: ({ context }) => context.provenDate !== null, target: 'offlineContact' },
  ...asksDate('offlineContact', 'takeProvenDate'),
})

const offlineContact = visit.createStateConfig({
  id: 'offlineContact',
  entry: step,
  always: { guard: ({ context }) => context.contact !== null, target: 'offlineBeginning' },
  on: {
    submitContact: [
      { guard: 'contactIsValid', target: 'offlineBeginning', actions: 'takeContact' },
      { actions: 'refuseContact' },
    ],
    ...withoutThisContact,
  },
})

const offlineBeginning = visit.createStateConfig(
  calling('beginCapture', [
    {
      guard: 'succeeded',
      target: '#opening',
      actions: ['keepCapture', logs('intakeBegun'), 'logExpected'],
    },
    askStaff('intakeNotKept'),
  ]),
)

export const abandonCapture = visit.createAction(({ context }) => {
  const { captureId, finished, ports, helpNumber } = context
  if (captureId === null || finished === 'kept') return
  ports.offline?.abandon(captureId)
  ports.log.event('intakeAbandoned', { helpNumber })
})

export const offlineSteps = { offlineName, offlineBirthDate, offlineContact, offlineBeginning }
