import { assertEvent, assign } from 'xstate'
import type { OfflinePort } from '../ports.ts'
import { giveVisit, personOf } from './calls.ts'
import { dateOf, isOfflineOffered } from './rules.ts'
import { askStaff, onBug, visit } from './visit-setup.ts'
import type { VisitContext } from './visit-types.ts'

interface Given {
  readonly context: VisitContext
}

const entered = ['settle', 'restartIdle'] as const

/** The patient waits for a service that does not come, and may go on without it. */
export const mayGoOffline = ({ context }: Given): boolean => isOfflineOffered(context)

/** Asks for the patient's name, where nothing can be looked up. */
export const offlineName = visit.createStateConfig({
  id: 'offlineName',
  entry: [...entered],
  on: {
    submitName: [
      {
        guard: ({ event }) => event.name.ok,
        target: 'offlineBirthDate',
        actions: visit.assign(({ event }) => {
          assertEvent(event, 'submitName')
          return { name: event.name.ok ? event.name.value : null, nameError: null }
        }),
      },
      {
        actions: visit.assign(({ context, event }) => {
          assertEvent(event, 'submitName')
          const nameError = event.name.ok ? null : event.name.error
          return { nameError, errorCount: context.errorCount + 1 }
        }),
      },
    ],
  },
})

/** A date that the record had before the network went is not asked for again. */
export const offlineBirthDate = visit.createStateConfig({
  id: 'offlineBirthDate',
  entry: [...entered, visit.assign({ dateError: null, lastTry: false })],
  always: { guard: ({ context }) => context.provenDate !== null, target: 'offlineContact' },
  on: {
    sayForWhom: {
      actions: visit.assign(({ event }) => {
        assertEvent(event, 'sayForWhom')
        return { isForAnother: event.isForAnother, dateError: null }
      }),
    },
    submitDateOfBirth: [
      {
        guard: 'isDate',
        target: 'offlineContact',
        actions: visit.assign(({ event }) => {
          const date = dateOf(event)
          return { provenDate: date.ok ? date.value : null, dateError: null }
        }),
      },
      { actions: { type: 'setDateError', params: 'notADate' } },
    ],
  },
})

/** A phone or an address, as it was given before the network went, or now. */
export const offlineContact = visit.createStateConfig({
  id: 'offlineContact',
  entry: [...entered],
  always: { guard: ({ context }) => context.contact !== null, target: 'offlineBeginning' },
  on: {
    submitContact: [
      { guard: 'contactIsValid', target: 'offlineBeginning', actions: 'takeContact' },
      { actions: 'refuseContact' },
    ],
    askWithoutContact: askStaff('noContact'),
    useOtherChannel: { guard: 'mayUseOtherChannel', actions: 'useOtherChannel' },
  },
})

const begun = (event: object) =>
  (event as { readonly output: ReturnType<OfflinePort['begin']> }).output

/** The capture begins once the vault has it. Without room, or a vault that writes, a person helps. */
export const offlineBeginning = visit.createStateConfig({
  tags: ['calling'],
  invoke: {
    src: 'beginCapture',
    input: giveVisit,
    onDone: [
      {
        guard: ({ event }) => begun(event).ok,
        target: '#opening',
        actions: [
          assign(({ context, event }) => {
            const result = begun(event)
            const expected = context.ports.offline?.expected(personOf(context)) ?? null
            return { captureId: result.ok ? result.value : null, packet: null, expected }
          }),
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

/** Destroys an unfinished capture with the visit. */
export const abandonCapture = visit.createAction(({ context }) => {
  const { captureId, finished, ports, helpNumber } = context
  if (captureId === null || finished === 'kept') return
  ports.offline?.abandon(captureId)
  ports.log.event('intakeAbandoned', { helpNumber })
})
