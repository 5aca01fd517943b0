import { assign } from 'xstate'
import { giveVisit, personOf } from './calls.ts'
import { asksName, sayForWhom, step, withoutThisContact } from './identity-steps.ts'
import { isOfflineOffered } from './patience.ts'
import { askStaff, onBug, visit } from './visit-setup.ts'
import type { InContext } from './visit-types.ts'

/** Tells whether a patient who waits for the service may go on without it. */
export const mayGoOffline = ({ context }: InContext): boolean => isOfflineOffered(context)

const offlineName = visit.createStateConfig({ id: 'offlineName', ...asksName('offlineBirthDate') })

/** A date that the record had before the network went is not asked for again. */
const offlineBirthDate = visit.createStateConfig({
  id: 'offlineBirthDate',
  entry: [...step, visit.assign({ dateError: null, lastTry: false })],
  always: { guard: ({ context }) => context.provenDate !== null, target: 'offlineContact' },
  on: {
    ...sayForWhom.on,
    submitDateOfBirth: [
      {
        guard: 'isDate',
        target: 'offlineContact',
        actions: assign(({ event: { date } }) => ({
          provenDate: date.ok ? date.value : null,
          dateError: null,
        })),
      },
      { actions: { type: 'setDateError', params: 'notADate' } },
    ],
  },
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

const offlineBeginning = visit.createStateConfig({
  tags: ['calling'],
  invoke: {
    src: 'beginCapture',
    input: giveVisit,
    onDone: [
      {
        guard: 'succeeded',
        target: '#opening',
        actions: [
          assign(({ context, event: { output } }) => ({
            captureId: output.ok ? output.value : null,
            packet: null,
            expected: context.ports.offline?.expected(personOf(context)) ?? null,
          })),
          ({ context }) => context.ports.log.event('intakeBegun', {}),
          // Audited before anybody sees it.
          ({ context }) => {
            if (context.expected) context.ports.log.event('appointmentTold', {})
          },
        ],
      },
      askStaff('intakeNotKept'),
    ],
    onError: onBug,
  },
})

export const abandonCapture = visit.createAction(({ context }) => {
  const { captureId, finished, ports, helpNumber } = context
  if (captureId === null || finished === 'kept') return
  ports.offline?.abandon(captureId)
  ports.log.event('intakeAbandoned', { helpNumber })
})

export const offlineSteps = { offlineName, offlineBirthDate, offlineContact, offlineBeginning }
