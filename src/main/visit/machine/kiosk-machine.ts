import { and, assign, fromPromise, sendTo, setup, stateIn } from 'xstate'
import type { Result } from '../../../shared/result.ts'
import type { VisitOutcome } from '../../../shared/staff.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { visitMachine, type VisitSnapshot } from './visit-machine.ts'
import { describeFailure, meaningOf } from './service-failure.ts'
import { bugFields, type Log } from '../log-port.ts'
import type { VisitInput } from './visit-types.ts'

/** Asks the service for something that is nobody's, to learn whether it serves us. */
export type HealthCheck = (signal: AbortSignal) => Promise<Result<unknown, ServiceError>>

/** What the supervisor of visits needs; see `KioskParts` for the meaning. */
interface KioskMachineInput {
  readonly beginVisit: () => VisitInput
  readonly showVisit: (snapshot: VisitSnapshot) => void
  readonly showIdle: (screen: 'welcome' | 'outOfService') => void
  /** Ends every form view and makes the kiosk page anew; the visit is gone when it resolves. */
  readonly wipe: () => Promise<void>
  readonly health: HealthCheck
  /** ms between two looks whether the service serves us again. */
  readonly recheckMs: number
  readonly log: Log
}

interface KioskContext extends KioskMachineInput {
  /** How the last visit ended. */
  readonly ending: VisitOutcome
  /** No visit follows the wipe. */
  readonly closing: boolean
}

const wipeAgainMs = 5_000

const health = fromPromise<Result<unknown, ServiceError>, { readonly check: HealthCheck }>(
  ({ input, signal }) => input.check(signal),
)
const wipe = fromPromise(({ input }: { readonly input: { readonly run: () => Promise<void> } }) =>
  input.run(),
)

type Health = { readonly output: Result<unknown, ServiceError> }

const kiosk = setup({
  types: {
    context: {} as KioskContext,
    input: {} as KioskMachineInput,
    events: {} as { readonly type: 'end'; readonly ending: VisitOutcome },
    children: {} as { visit: 'visit' },
  },
  actors: { visit: visitMachine, health, wipe },
  delays: { recheck: ({ context }) => context.recheckMs, wipeAgain: wipeAgainMs },
  guards: {
    isClosing: ({ context }) => context.closing,
    wasRefused: ({ context }) => context.ending === 'outOfService',
    isRefused: ({ event }) => {
      const { output } = event as unknown as Health
      return !output.ok && meaningOf(output.error) === 'outOfService'
    },
  },
  actions: {
    markClosing: assign({ closing: true }),
    logHealth: ({ context }, { output }: Health) => {
      if (!output.ok) context.log.event('callFailed', describeFailure(output.error))
    },
    logBug: ({ context }, { error }: { readonly error: unknown }) =>
      context.log.event('bug', bugFields(error)),
    logOut: ({ context }) => context.log.event('kioskOutOfService', {}),
    logBack: ({ context }) => context.log.event('kioskBackInService', {}),
    showNext: ({ context }) =>
      context.showIdle(context.ending === 'outOfService' ? 'outOfService' : 'welcome'),
  },
})

/** The supervisor: one visit after another, a wipe after each, and none while the service refuses us. */
export const kioskMachine = kiosk.createMachine({
  id: 'kiosk',
  context: ({ input }) => ({ ...input, ending: 'done', closing: false }),
  initial: 'serving',
  invoke: {
    src: 'health',
    input: ({ context }) => ({ check: context.health }),
    onDone: [
      {
        guard: and(['isRefused', stateIn('#serving')]),
        actions: [
          { type: 'logHealth', params: ({ event }) => event },
          sendTo('visit', { type: 'notServed' }),
        ],
      },
      {
        guard: and(['isRefused', stateIn('#wiping')]),
        actions: [
          { type: 'logHealth', params: ({ event }) => event },
          assign({ ending: 'outOfService' }),
          'showNext',
        ],
      },
      { actions: { type: 'logHealth', params: ({ event }) => event } },
    ],
    onError: { actions: { type: 'logBug', params: ({ event }) => event } },
  },
  on: { end: { actions: 'markClosing' } },
  states: {
    serving: {
      id: 'serving',
      on: {
        end: {
          actions: [
            'markClosing',
            sendTo('visit', ({ event }) => ({ type: 'endNow', ending: event.ending })),
          ],
        },
      },
      invoke: {
        id: 'visit',
        src: 'visit',
        input: ({ context }) => context.beginVisit(),
        onSnapshot: { actions: ({ context, event }) => context.showVisit(event.snapshot) },
        onDone: {
          target: 'wiping',
          actions: assign({ ending: ({ event }) => event.output.ending }),
        },
        onError: {
          target: 'wiping',
          actions: [assign({ ending: 'bug' }), { type: 'logBug', params: ({ event }) => event }],
        },
      },
    },
    wiping: {
      id: 'wiping',
      initial: 'working',
      entry: 'showNext',
      states: {
        working: {
          invoke: {
            src: 'wipe',
            input: ({ context }) => ({ run: context.wipe }),
            onDone: [
              { guard: 'isClosing', target: '#kiosk.closed' },
              { guard: 'wasRefused', target: '#outOfService' },
              { target: '#kiosk.serving' },
            ],
            onError: {
              target: 'waiting',
              actions: { type: 'logBug', params: ({ event }) => event },
            },
          },
        },
        // Nobody is served on a kiosk that may still hold something of the patient before.
        waiting: { after: { wipeAgain: 'working' } },
      },
    },
    outOfService: {
      id: 'outOfService',
      entry: 'logOut',
      on: { end: '#kiosk.closed' },
      initial: 'waiting',
      states: {
        waiting: { after: { recheck: 'checking' } },
        checking: {
          invoke: {
            src: 'health',
            input: ({ context }) => ({ check: context.health }),
            onDone: [
              {
                guard: ({ event }) => event.output.ok,
                target: '#kiosk.serving',
                actions: 'logBack',
              },
              {
                target: 'waiting',
                actions: { type: 'logHealth', params: ({ event }) => event },
              },
            ],
            onError: {
              target: 'waiting',
              actions: { type: 'logBug', params: ({ event }) => event },
            },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
})
