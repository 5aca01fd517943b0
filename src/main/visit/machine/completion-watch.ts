import { assign, sendParent, setup } from 'xstate'
import type { Id } from '../../../contract/values.ts'
import type { Result } from '../../../shared/result.ts'
import type { FormSign } from '../../../shared/windows.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { bugFields } from '../log-port.ts'
import type { PacketProgress } from '../service-port.ts'
import { calls } from './actors.ts'
import { fullBudget, readyInMs, spend, type CallBudget, type Urgency } from './call-budget.ts'
import { describeFailure, retryDelayMs } from './service-failure.ts'
import { assertPresent, type VisitPorts } from './visit-types.ts'

interface WatchInput {
  readonly ports: VisitPorts
  /** Null on the public link, of which the service tells nothing. */
  readonly packetId: Id | null
}

interface WatchContext extends WatchInput {
  readonly budget: CallBudget
  /** Why the service is to be asked; `patrol` when nothing but time has passed. */
  readonly wanted: Urgency
  /** When the last sign came, on the monotonic clock. */
  readonly signedAt: number
  /** When it is next asked without a reason, on the monotonic clock. */
  readonly patrolAt: number
  /** Which of the waits after a sign comes next. */
  readonly patrols: number
  readonly failures: number
}

type WatchEvent =
  { readonly type: 'form.sign'; readonly sign: FormSign } | { readonly type: 'mustAsk' }

/** ms between two questions without a reason: shorter after a sign, for a service that takes a moment to see it. */
const patrolsMs = [2_000, 8_000] as const
const slowPatrolMs = 30_000
/** ms without a sign after which one that comes often may have been the last. */
const settledMs = 2_500

/** Signs that come often while a form is filled in, and seldom are its end. */
const often: ReadonlySet<FormSign> = new Set(['address', 'sentAgain'])
const ranks: readonly Urgency[] = ['patrol', 'often', 'settled', 'seldom', 'must']

function patrolMs(patrols: number): number {
  return patrolsMs[patrols] ?? slowPatrolMs
}

const progressOf = (event: unknown) =>
  (event as { readonly output: Result<PacketProgress, ServiceError> }).output

const watch = setup({
  types: {
    context: {} as WatchContext,
    events: {} as WatchEvent,
    input: {} as WatchInput,
  },
  actors: { packetProgress: calls.packetProgress },
  guards: {
    hasNoPacket: ({ context }) => context.packetId === null,
    isTime: ({ context }) => timeUntilAsked(context) === 0,
    gave: ({ event }, completed: PacketProgress['completed']) => {
      const result = progressOf(event)
      return result.ok && result.value.completed === completed
    },
  },
  delays: { untilAsked: ({ context }) => timeUntilAsked(context) },
  actions: {
    note: assign(({ context, event }) => {
      const urgency = urgencyOf(event)
      const isHigher = ranks.indexOf(urgency) > ranks.indexOf(context.wanted)
      return { signedAt: context.ports.now(), ...(isHigher && { wanted: urgency }) }
    }),
    spend: assign(({ context: { budget, wanted, patrols, ports } }) => ({
      budget: spend(budget, affordable(wanted, budget, ports.now()), ports.now()),
      wanted: 'patrol' as const,
      patrols: wanted === 'seldom' || wanted === 'must' ? 0 : patrols + 1,
    })),
    planNext: assign(({ context: { ports, patrols } }) => ({
      patrolAt: ports.now() + patrolMs(patrols),
      failures: 0,
    })),
    planAfterFailure: assign(({ context: { ports, failures }, event }) => {
      const result = progressOf(event)
      const askedFor =
        !result.ok && result.error.kind === 'rateLimited' ? (result.error.retryAfterMs ?? 0) : 0
      const waitMs = Math.max(slowPatrolMs, retryDelayMs(failures + 1, askedFor))
      return { failures: failures + 1, patrolAt: ports.now() + waitMs }
    }),
    // An outage is told once, not with every question.
    logFailure: ({ context: { ports, failures }, event }) => {
      const result = progressOf(event)
      if (!result.ok && failures === 0) ports.log.event('callFailed', describeFailure(result.error))
    },
    logBug: ({ context, event }) =>
      context.ports.log.event('bug', bugFields((event as unknown as { error: unknown }).error)),
    tell: sendParent({ type: 'packet.completed' }),
  },
})

/**
 * Asks the service whether the packet is complete as long as a form is open: upon signs from the form, and now and
 * then without one, within `CallBudget`. Sends `packet.completed` to the visit once. A call that fails is nothing that
 * the patient hears of; where the service does not say it in a known way, it is not asked again.
 */
export const completionWatch = watch.createMachine({
  id: 'completionWatch',
  context: ({ input }) => ({
    ...input,
    budget: fullBudget(input.ports.now()),
    wanted: 'patrol',
    signedAt: input.ports.now(),
    patrolAt: input.ports.now() + slowPatrolMs,
    patrols: patrolsMs.length,
    failures: 0,
  }),
  initial: 'waiting',
  states: {
    waiting: {
      always: [
        { guard: 'hasNoPacket', target: 'over' },
        { guard: 'isTime', target: 'asking' },
      ],
      after: { untilAsked: { target: 'waiting', reenter: true } },
      on: {
        'form.sign': { target: 'waiting', reenter: true, actions: 'note' },
        mustAsk: { target: 'waiting', reenter: true, actions: 'note' },
      },
    },
    asking: {
      entry: 'spend',
      on: { 'form.sign': { actions: 'note' }, mustAsk: { actions: 'note' } },
      invoke: {
        src: 'packetProgress',
        input: ({ context: { ports, packetId } }) => ({
          ports,
          packetId: assertPresent(packetId, 'packet'),
        }),
        onDone: [
          { guard: { type: 'gave', params: true }, target: 'over', actions: 'tell' },
          { guard: { type: 'gave', params: false }, target: 'waiting', actions: 'planNext' },
          { guard: { type: 'gave', params: null }, target: 'over' },
          { target: 'waiting', actions: ['logFailure', 'planAfterFailure'] },
        ],
        onError: { target: 'over', actions: 'logBug' },
      },
    },
    over: {},
  },
})

function urgencyOf(event: WatchEvent): Urgency {
  if (event.type === 'mustAsk') return 'must'
  if (event.sign === 'files' || event.sign === 'handout') return 'patrol'
  return often.has(event.sign) ? 'often' : 'seldom'
}

/** ms until the service is to be asked; after failures only time or the end of the visit is a reason. */
function timeUntilAsked(context: WatchContext): number {
  const { ports, budget, wanted, signedAt, patrolAt, failures } = context
  const now = ports.now()
  if (wanted === 'must') return 0
  const wait = wanted === 'patrol' || failures > 0 ? Math.max(0, patrolAt - now) : 0
  const ready = readyInMs(budget, wanted, now)
  if (wanted !== 'often') return Math.max(wait, ready)
  const settled = Math.max(signedAt + settledMs - now, readyInMs(budget, 'settled', now))
  return Math.max(wait, Math.min(ready, settled))
}

/** What a call is counted as that is made now. */
function affordable(wanted: Urgency, budget: CallBudget, now: number): Urgency {
  return wanted === 'often' && readyInMs(budget, 'often', now) > 0 ? 'settled' : wanted
}
