import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { DoneActorEvent, EventObject } from 'xstate'
import type { StaffAct } from '../../../vault/audit/audit-kinds.ts'
import type { MembersService, StaffPorts } from '../ports.ts'
import { Secret, noTrouble, readFacts } from './session-types.ts'
import type {
  MemberEvent,
  StaffSessionContext,
  StaffSessionEvent,
  StaffSessionInput,
} from './session-types.ts'

/** ms without a touch after which staff's screens close by themselves. */
export const idleMs = { pad: 30_000, panel: 2 * 60_000, credentials: 5 * 60_000 } as const
/** Longest time of the panel in ms, even if it is in use; and the warning before that end. */
const sessionMs = 15 * 60_000
const endWarningMs = 60_000
/** ms until a session that could not recover tries it again. */
export const recoverRetryMs = 30_000

/** Returns the members of the paired desk. Throws where the kiosk can be paired with none. */
export function membersOf({ members }: StaffPorts): MembersService {
  if (!members) throw new Error('there is no desk to ask')
  return members
}

/** A desk that does not answer changes nothing. */
const memberWatch = fromCallback<
  EventObject,
  Pick<StaffSessionContext, 'ports' | 'member'>,
  MemberEvent
>(({ input: { ports, member }, sendBack, receive }) => {
  if (member === null) return
  const members = membersOf(ports)
  const ended = new AbortController()
  let isAsking = false
  receive(() => {
    if (isAsking || members.desk() !== 'there') return
    isAsking = true
    members.still(member.id, ended.signal).then(
      (answer) => {
        isAsking = false
        if (answer && !ended.signal.aborted) sendBack({ type: 'member.still', answer })
      },
      (error: unknown) => sendBack({ type: 'member.failed', error }),
    )
  })
  return () => ended.abort()
})

export const session = setup({
  types: {
    context: {} as StaffSessionContext,
    events: {} as StaffSessionEvent,
    input: {} as StaffSessionInput,
  },
  actors: {
    memberWatch,
    run: fromPromise<unknown, (signal: AbortSignal) => Promise<unknown>>(({ input, signal }) =>
      input(signal),
    ),
  },
  delays: {
    wait: ({ context }) => Math.max(1, context.waitUntil - context.now()),
    end: sessionMs,
    nearEnd: sessionMs - endWarningMs,
    // For the page to draw the busy state before main starts the work.
    drawn: 100,
    recoverAgain: recoverRetryMs,
  },
})

export interface InContext {
  readonly context: StaffSessionContext
}
export interface Given extends InContext {
  readonly event: StaffSessionEvent
}
export interface Worker {
  readonly self: { send(event: StaffSessionEvent): void }
  readonly signal: AbortSignal
}

export type EventType = StaffSessionEvent['type']
export type EventOf<T extends EventType> = Extract<StaffSessionEvent, { readonly type: T }>

/** Returns the event, which is of one of these types. Throws for another (a bug). */
export function eventOf<T extends EventType>({ event }: Given, ...types: T[]): EventOf<T> {
  if (!types.some((type) => type === event.type)) throw new Error(`${event.type} led here`)
  return event as EventOf<T>
}

export type Update<E = unknown> = (
  context: StaffSessionContext,
  event: E,
) => Partial<StaffSessionContext> | undefined

/** Makes an action of an update. */
export const updates = (update: Update<StaffSessionEvent>) =>
  session.assign(({ context, event }) => update(context, event) ?? {})

/** Reads how the intake that is open stands. */
export const readIntake = ({ ports, intake }: StaffSessionContext) =>
  intake && ports.intakes ? new Secret(ports.intakes.again(intake.read())) : intake

/** Reads everything that the screens tell. */
export const readAll = (context: StaffSessionContext) => ({
  facts: readFacts(context.ports),
  intake: readIntake(context),
})

/** Lets the visit that waits go on. */
export const goOn =
  (how: 'helped' | 'locked'): Update =>
  ({ ports }) => {
    ports.kiosk.goOn(how)
    return { held: null }
  }

/** Counts an error, so that the same one is told again. */
export const countError = ({ errorCount }: StaffSessionContext) => ({ errorCount: errorCount + 1 })

export const forgetTrouble = session.assign(noTrouble)

/** State after some work (`idle` without a target), for a result of which `when` is true; always without it. */
export interface Next<R> {
  readonly when?: (result: R, context: StaffSessionContext) => boolean
  readonly target?: string
  readonly update?: Update<R>
}
type Work<R> = (ports: StaffPorts, given: Given, signal: AbortSignal) => R | Promise<R>

/** Invokes work on the ports; the first fitting state of `next` follows. A failure ends the session. */
export const runs = <R>(work: Work<R>, ...next: readonly Next<R>[]) => ({
  src: 'run' as const,
  input: (given: Given) => async (signal: AbortSignal) => work(given.context.ports, given, signal),
  onDone: next.map(({ when, target = 'idle', update }) => ({
    target,
    guard: ({ context, event }: InContext & { readonly event: { readonly output: unknown } }) =>
      when?.(event.output as R, context) ?? true,
    actions: assign<StaffSessionContext, DoneActorEvent, undefined, StaffSessionEvent, never>(
      ({ context, event }) => update?.(context, event.output as R) ?? {},
    ),
  })),
  onError: { actions: failWith },
})

/** Fails for a failed port: the session ends, and a new one starts locked. */
export function failWith({ event }: { readonly event: { readonly error: unknown } }): never {
  throw event.error
}

const isWaiting = ({ context }: InContext) => context.waitUntil > context.now()

/** Makes the states in which a secret is typed, waited for, and checked. `aside`: the ways past it. */
export const asksSecret = <const On, const Aside, Check>(
  on: On,
  check: Check,
  aside: Aside,
  entry = session.assign({}),
) =>
  ({
    typing: {
      tags: 'typing',
      entry,
      always: { guard: isWaiting, target: 'waiting' },
      on: { ...on, ...aside },
    },
    waiting: { tags: 'waiting', after: { wait: 'typing' }, on: aside },
    checking: { invoke: check },
  }) as const

/** Makes an action that audits an act. */
export function audits(kind: StaffAct, fields?: Readonly<Record<string, string>>) {
  return ({ context }: InContext) => context.ports.audit(kind, fields)
}

/** Ends the panel; the audit names the reason. */
export const leaves = (reason: string) =>
  ({ target: '#parting', actions: audits('staffLeft', { reason }) }) as const

export const forgetTouch = session.cancel('untouched')

/** Makes actions that begin the idle time again, at whose end (ms) comes `untouched`. */
export const idleTimeout = (delay: number | ((given: InContext) => number)) =>
  [forgetTouch, session.raise({ type: 'untouched' }, { id: 'untouched', delay })] as const

export const warnOfEnd = updates(({ now }) => ({ endsAt: now() + endWarningMs }))
