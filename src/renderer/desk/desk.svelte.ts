import { QueryClient } from '@tanstack/svelte-query'
import { baseLocale, overwriteGetLocale } from '../../i18n/paraglide/runtime.js'
import type { DeskBridge } from '../../shared/desk/bridge.ts'
import type { MemberRole } from '../../shared/desk/members.ts'
import { hasRight, type DeskRight } from '../../shared/desk/rights.ts'
import type { DeskMessage, DeskRefusal, SessionAct } from '../../shared/desk/messages.ts'
import type {
  CommandInput,
  CommandName,
  CommandOutput,
  QueryInput,
  QueryName,
  QueryOutput,
} from '../../shared/desk/operations.ts'
import type { DeskView } from '../../shared/desk/view.ts'
import { overwriteTimeZone } from './kit/words.ts'

const activityEveryMs = 10_000
const usedForMs = 60_000

/** Queries whose data comes from kiosks. */
export const fromKiosks = [
  'helpCalls',
  'kiosks',
  'pinUses',
  'waitingIntakes',
  'kioskIntakes',
  'deskCode',
] as const

const ofOneMinute = { staleTime: 60_000 }
const everyHalfMinute = { refetchInterval: 30_000 }
/** Main audits each look: none is made again but for a person. */
const onRequest = { refetchOnWindowFocus: false }

/** Times at which the page reads an answer anew; all others at once, and at each return to the window. */
const readings: { readonly [N in QueryName]?: Parameters<QueryClient['setQueryDefaults']>[1] } = {
  appointments: everyHalfMinute,
  packets: everyHalfMinute,
  patientChart: { staleTime: 20_000 },
  bookingChoices: ofOneMinute,
  appointmentType: ofOneMinute,
  templateChoices: ofOneMinute,
  templateGroup: ofOneMinute,
  template: ofOneMinute,
  clinicStates: { staleTime: Infinity },
  findPatients: { ...ofOneMinute, ...onRequest },
  auditEntries: onRequest,
  recordLooks: onRequest,
  kioskIntake: { staleTime: Infinity },
  kioskIntakeAnswers: { staleTime: Infinity },
}

export class DeskError extends Error {
  readonly refusal: DeskRefusal
  constructor(refusal: DeskRefusal) {
    super(refusal.kind)
    this.refusal = refusal
  }
}

function rolesIn(view: DeskView | undefined): readonly MemberRole[] {
  if (view?.session.state !== 'open') return []
  const { roles, emergency } = view.session.member
  return emergency ? [...roles, emergency.role] : roles
}

/** Main's newest view, and the ways to ask main. Answers rest in `cache`, and nowhere else in the page. */
export class Desk {
  view = $state.raw<DeskView>()
  /** Number of ended roles, such as one of an emergency: views opened by them are no longer drawn. */
  roleEnds = $state(0)
  /** Memory of main's answers: never on a disk, emptied at the lock. Main knows the network, and retries by itself. */
  readonly cache = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        gcTime: 60_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
  readonly #bridge: DeskBridge
  readonly #now: () => number
  #activityAt = -Infinity
  #usedAt = -Infinity
  readonly #locale = $derived(this.view?.locale ?? baseLocale)
  readonly #timeZone = $derived(this.view?.clinic.timeZone)

  /** `now` counts milliseconds and never runs backwards. */
  constructor(bridge: DeskBridge, now: () => number = () => performance.now()) {
    this.#bridge = bridge
    this.#now = now
    for (const [name, options] of Object.entries(readings))
      this.cache.setQueryDefaults([name], options)
    overwriteGetLocale(() => this.#locale)
    overwriteTimeZone(() => this.#timeZone)
  }

  /** Begins to follow main's views; returns the way to stop. */
  follow(): () => void {
    return this.#bridge.onView((view) => {
      const has = rolesIn(view)
      const hasEnded = rolesIn(this.view).some((role) => !has.includes(role))
      if (hasEnded) this.roleEnds++
      if (hasEnded || has.length === 0) this.#forget()
      if (this.view?.session.state !== 'open') this.#usedAt = this.#now()
      const before = this.view?.kiosks
      this.view = view
      // Main reports news from kiosks without its content: the shown data is read again.
      const { kiosks } = view
      if (before?.changes !== kiosks.changes) void this.refresh(...fromKiosks)
      // The list of the day shows help calls, arrivals, and finished forms.
      const ofToday = ['calls', 'arrived', 'formsDone'] as const
      if (ofToday.some((each) => before?.[each] !== kiosks[each])) void this.refresh('today')
    })
  }

  /** Tells if the signed-in member has a right; main decides, this only guides the offered actions. */
  may(right: DeskRight): boolean {
    const session = this.view?.session
    if (session?.state !== 'open' || session.member.mustChangeSecret) return false
    return hasRight(rolesIn(this.view), right)
  }

  /** True if keys pressed alone act: the signed-in member can switch them off. */
  get hasSingleKeys(): boolean {
    const session = this.view?.session
    return session?.state !== 'open' || session.member.singleKeysOff !== true
  }

  /** Asks a query. Rejects with a `DeskError`. */
  async ask<N extends QueryName>(name: N, input: QueryInput<N>): Promise<QueryOutput<N>> {
    return (await this.#send({ type: 'query', name, input })) as QueryOutput<N>
  }

  /** Returns the options of a query that the page follows; without input it is not asked. */
  query<N extends QueryName>(name: N, input: QueryInput<N> | undefined) {
    return {
      queryKey: [name, input] as const,
      queryFn: () => this.ask(name, input as QueryInput<N>),
      enabled: input !== undefined,
    }
  }

  /** Reads these queries anew where they are shown, and the others once they are. */
  refresh(...names: readonly QueryName[]): Promise<unknown> {
    return Promise.all(names.map((name) => this.cache.invalidateQueries({ queryKey: [name] })))
  }

  /** Has a command carried out. Rejects with a `DeskError`. */
  async command<N extends CommandName>(
    name: N,
    input: CommandInput<N>,
    reason?: string,
  ): Promise<CommandOutput<N>> {
    const said = { type: 'command', name, input, ...(reason !== undefined && { reason }) } as const
    return (await this.#send(said)) as CommandOutput<N>
  }

  /** Says something of the session itself; what main refused, or null. */
  async say(session: SessionAct): Promise<DeskRefusal | null> {
    try {
      await this.#send({ type: 'session', session })
      return null
    } catch (error) {
      return error instanceof DeskError ? error.refusal : { kind: 'failed' }
    }
  }

  /** Locks the desk: the page forgets at once, regardless of main's answer. */
  lock = (): void => {
    this.#forget()
    const view = this.view
    if (view?.session.state === 'open')
      this.view = { ...view, session: { state: 'locked', members: [] } }
    void this.say({ act: 'lock' })
  }

  /** Reports to main that a person is at the desk, at most every ten seconds. */
  activity = (): void => {
    if (this.view?.session.state !== 'open') return
    // A member who comes back sees the day as it is now.
    if (!this.isUsed()) void this.refresh('today')
    this.#usedAt = this.#now()
    if (this.#now() - this.#activityAt < activityEveryMs) return
    this.#activityAt = this.#now()
    void this.say({ act: 'activity' })
  }

  /** True if a person touched the desk or typed within the last minute. */
  isUsed = (): boolean => this.#now() - this.#usedAt < usedForMs

  #forget(): void {
    void this.cache.cancelQueries()
    this.cache.clear()
  }

  async #send(message: DeskMessage): Promise<unknown> {
    // State of a page consists of proxies, which no bridge clones.
    const plain = $state.snapshot<DeskMessage>(message)
    const reply = await this.#bridge.send(plain).catch(() => undefined)
    if (!reply?.ok) throw new DeskError(reply?.error ?? { kind: 'failed' })
    return reply.value
  }
}
