import { assign, fromPromise, sendParent, setup } from 'xstate'
import type { Id } from '../../../../contract/values.ts'
import type { Result } from '../../../../shared/result.ts'
import { isFormNote } from '../../../../shared/form-notes.ts'
import type { FormSign } from '../../../../shared/windows.ts'
import type { ServiceError } from '../../../intake/http/errors.ts'
import { retryAfterOf } from '../../../intake/http/refusal.ts'
import { bugFields } from '../log-port.ts'
import type { PacketProgress } from '../../../intake/check-in-service.ts'
import { describeFailure, retryDelayMs } from './service-failure.ts'
import { type VisitPorts, assertPresent } from './visit-types.ts'

/** `must`: before a wipe; `seldom`, `often`: after such a sign; `settled`: signs have stopped; `patrol`: time has passed. */
type Urgency = 'patrol' | 'often' | 'settled' | 'seldom' | 'must'

/** Most calls at once, and ms after which there is one more: 34 calls in five minutes at the most. */
const rules = {
  seldom: { most: 6, everyMs: 20_000 },
  often: { most: 2, everyMs: 25_000 },
} as const
/** Calls for signs that seldom come which no other takes. */
const keptForSeldom = 2
/** ms between two calls, so that signs which come together are one. */
const gapMs = 500

type Purse = keyof typeof rules

type CallBudget = Readonly<Record<Purse, { readonly calls: number; readonly since: number }>> & {
  readonly lastAt: number
}

function fullBudget(now: number): CallBudget {
  const full = (purse: Purse) => ({ calls: rules[purse].most, since: now })
  return { seldom: full('seldom'), often: full('often'), lastAt: now - gapMs }
}

function readyInMs(budget: CallBudget, urgency: Urgency, now: number): number {
  if (urgency === 'must') return 0
  const filled = refill(budget, now)
  const waits = pursesOf(urgency, filled).map((purse) => {
    const { calls, since } = filled[purse]
    return calls > 0 ? 0 : since + rules[purse].everyMs - now
  })
  return Math.max(0, budget.lastAt + gapMs - now, Math.min(...waits))
}

function spend(budget: CallBudget, urgency: Urgency, now: number): CallBudget {
  const filled = { ...refill(budget, now), lastAt: now }
  const purse = pursesOf(urgency, filled).find((each) => filled[each].calls > 0)
  if (purse === undefined) return filled
  const { calls, since } = filled[purse]
  return { ...filled, [purse]: { calls: calls - 1, since } }
}

function pursesOf(urgency: Urgency, { seldom }: CallBudget): readonly Purse[] {
  if (urgency === 'must') return []
  if (urgency === 'seldom') return ['seldom', 'often']
  return urgency === 'settled' && seldom.calls > keptForSeldom ? ['often', 'seldom'] : ['often']
}

function refill(budget: CallBudget, now: number): CallBudget {
  function grown(purse: Purse) {
    const { most, everyMs } = rules[purse]
    const { calls, since } = budget[purse]
    const more = Math.floor((now - since) / everyMs)
    if (calls + more >= most) return { calls: most, since: now }
    return { calls: calls + more, since: since + more * everyMs }
  }
  return { ...budget, seldom: grown('seldom'), often: grown('often') }
}

interface WatchInput {
  readonly ports: VisitPorts
  /** Null on the public link, for which the service reports nothing. */
  readonly packetId: Id | null
}

type WatchEvent =
  | { readonly type: 'form.sign'; readonly sign: FormSign }
  | { readonly type: 'mustAsk' }

/** ms between two questions without a reason: shorter after a sign, for a service that takes a moment to see it. */
const patrolsMs = [2_000, 8_000] as const
const slowPatrolMs = 30_000
/** ms without a sign after which one that comes often may have been the last. */
const settledMs = 2_500

/** Signs that come often while a form is filled in, and seldom are its end. */
const often: ReadonlySet<FormSign> = new Set(['address', 'sentAgain'])
const ranks: readonly Urgency[] = ['patrol', 'often', 'settled', 'seldom', 'must']

const firstContext = (input: WatchInput) => ({
  ...input,
  budget: fullBudget(input.ports.now()),
  wanted: 'patrol' as Urgency,
  signedAt: input.ports.now(),
  patrolAt: input.ports.now() + slowPatrolMs,
  /** Index of the next wait after a sign. */
  patrols: patrolsMs.length as number,
  failures: 0,
})
type WatchContext = Readonly<ReturnType<typeof firstContext>>

const progressOf = (event: unknown) =>
  (event as { readonly output: Result<PacketProgress, ServiceError> }).output

const watch = setup({
  types: { context: {} as WatchContext, events: {} as WatchEvent, input: {} as WatchInput },
  actors: {
    packetProgress: fromPromise<Result<PacketProgress, ServiceError>, WatchInput>(
      ({ input: { ports, packetId }, signal }) =>
        ports.service.packetProgress(assertPresent(packetId, 'packet'), signal),
    ),
  },
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
      patrolAt: ports.now() + (patrolsMs[patrols] ?? slowPatrolMs),
      failures: 0,
    })),
    planAfterFailure: assign(({ context: { ports, failures }, event }) => {
      const result = progressOf(event)
      const askedFor = result.ok ? 0 : retryAfterOf(result.error)
      const waitMs = Math.max(slowPatrolMs, retryDelayMs(failures + 1, askedFor))
      return { failures: failures + 1, patrolAt: ports.now() + waitMs }
    }),
    // Log an outage once, not with every question.
    logFailure: ({ context: { ports, failures }, event }) => {
      const result = progressOf(event)
      if (!result.ok && failures === 0) ports.log.event('callFailed', describeFailure(result.error))
    },
    logBug: ({ context, event }) =>
      context.ports.log.event('bug', bugFields((event as unknown as { error: unknown }).error)),
    tell: sendParent({ type: 'packet.completed' }),
  },
})

/** Asks the service whether the packet is complete while a form is open; sends `packet.completed` once. */
export const completionWatch = watch.createMachine({
  // Failed calls stay hidden; unknown answers end the asking.
  id: 'completionWatch',
  context: ({ input }) => firstContext(input),
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
        input: ({ context }) => context,
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
  if (isFormNote(event.sign)) return 'patrol'
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

function affordable(wanted: Urgency, budget: CallBudget, now: number): Urgency {
  return wanted === 'often' && readyInMs(budget, 'often', now) > 0 ? 'settled' : wanted
}
