import { and, assertEvent } from 'xstate'
import type { Result } from '../../../shared/result.ts'
import type { IntakeFault } from '../../../shared/staff-intakes.ts'
import type { IntakesService } from '../intakes-port.ts'
import { readLive } from './live.ts'
import { Secret } from './secret.ts'
import { onError, session } from './session-setup.ts'
import type { StaffSessionContext, StaffSessionEvent } from './session-types.ts'

/** No intake is open, and nothing of one is known. */
export const nothingOpen = {
  ...{ intake: null, answers: null, intakeFault: null, intakeNote: null, pdf: null },
} as const

/** An older snapshot may be held a while longer, as by the view that was shown last: nothing of a patient is in it. */
const drop = ({ context: { intake, answers } }: { readonly context: StaffSessionContext }) => {
  intake?.drop()
  answers?.drop()
}
const forget = [drop, session.assign(nothingOpen)] as const

type Given = { readonly context: StaffSessionContext; readonly event: StaffSessionEvent }

function serviceOf({ ports }: StaffSessionContext): IntakesService {
  if (!ports.intakes) throw new Error('there are no intakes on this kiosk')
  return ports.intakes
}

const areThere = ({ context }: Given) => context.ports.intakes !== undefined
/** Whether a command means the intake that is shown: a tap on a screen that is gone meanwhile does nothing. */
const isOpen = ({ context, event }: Given) =>
  'intake' in event && context.intake?.read().shown.id === event.intake
const canSave = ({ context }: Given) => context.ports.intakes?.savePdf !== undefined

const open = session.assign(({ context, event }) => {
  assertEvent(event, 'openIntake')
  const opened = serviceOf(context).open(event.intake)
  return opened.ok
    ? { ...nothingOpen, intake: new Secret(opened.value) }
    : { ...nothingOpen, intakeNote: 'gone' as const }
})

const read = session.assign(({ context, event }) => {
  assertEvent(event, 'readIntake')
  const answers = serviceOf(context).read(event.intake)
  return answers.ok
    ? { answers: new Secret(answers.value), intakeFault: null }
    : failed(context, answers.error.kind)
})

const failed = ({ errorCount }: StaffSessionContext, intakeFault: IntakeFault) => ({
  ...{ intakeFault, errorCount: errorCount + 1 },
})

function carryOut(
  { event }: Pick<Given, 'event'>,
  intakes: IntakesService,
): Result<null, { readonly kind: IntakeFault }> {
  assertEvent(event, [
    ...(['chooseCandidate', 'createIntakePatient', 'tryIntakeNow'] as const),
    ...(['takeOverIntake', 'discardIntake'] as const),
  ])
  switch (event.type) {
    case 'chooseCandidate':
      return intakes.choose(event.intake, event.candidate)
    case 'createIntakePatient':
      return intakes.createPatient(event.intake)
    case 'tryIntakeNow':
      return intakes.tryNow(event.intake)
    case 'takeOverIntake':
      return intakes.takeOver(event.intake)
    case 'discardIntake':
      return intakes.discard(event.intake, event.reason)
  }
}

const act = session.assign((given) => {
  const { context, event } = given
  const done = carryOut(given, serviceOf(context))
  if (!done.ok) return failed(context, done.error.kind)
  if (event.type === 'discardIntake') return { ...nothingOpen, intakeNote: 'discarded' as const }
  return { intakeFault: null }
})

const acts = { guard: isOpen, actions: [act, readLive] } as const

/** The intakes that the kiosk keeps, and one of them; what is known of a patient is forgotten with its page. */
export const intakes = session.createStateConfig({
  exit: forget,
  initial: 'list',
  on: { openIntake: { guard: areThere, target: '.one', actions: [drop, open] } },
  states: {
    list: {},
    one: {
      always: { guard: ({ context }) => context.intake === null, target: 'list' },
      initial: 'idle',
      states: {
        idle: {
          on: {
            readIntake: { guard: isOpen, actions: read },
            chooseCandidate: acts,
            createIntakePatient: acts,
            tryIntakeNow: acts,
            takeOverIntake: acts,
            discardIntake: acts,
            saveIntakePdf: { guard: and([isOpen, canSave]), target: 'saving' },
          },
        },
        saving: {
          invoke: {
            src: 'savePdf',
            input: ({ context, event }) => {
              assertEvent(event, 'saveIntakePdf')
              return { ports: context.ports, id: event.intake }
            },
            onDone: { target: 'idle', actions: 'notePdf' },
            onError,
          },
        },
      },
    },
  },
})
