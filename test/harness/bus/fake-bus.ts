import type {
  BusCommand,
  CommandOutcome,
  HandedOnBody,
  Notice,
  Presence,
  StationId,
  StationKind,
} from '../../../src/shared/bus/messages.ts'
import type { Answer, Question } from '../../../src/shared/bus/questions.ts'
import { err, ok, type Result } from '../../../src/shared/result.ts'
import type { Bus, BusPlace } from '../../../src/main/stations/create-bus.ts'
import type { BusFault, BusMessage, BusView } from '../../../src/main/stations/port.ts'

type WithoutOf<A extends Answer> = A extends Answer ? Omit<A, 'of'> : never

const deskId = 'desk000000000000'

function added<T>(set: Set<T>, one: T) {
  set.add(one)
  return () => void set.delete(one)
}

/** A station's bus on which nobody but the test speaks: it records what is said. */
export class FakeBus implements Bus {
  readonly id: StationId
  readonly kind: StationKind
  readonly told: { readonly id: string; readonly notice: Notice; readonly until?: number }[] = []
  readonly withdrawn: string[] = []
  readonly commands: { readonly to: StationId; readonly command: BusCommand }[] = []
  readonly answers: { readonly id: string; readonly outcome: CommandOutcome }[] = []
  /** Answer of a desk; undefined: none is there. */
  desk: ((question: Question) => WithoutOf<Answer>) | undefined
  seen: readonly Presence[] = []
  #fault: BusFault | undefined
  #said = 0
  #view: BusView = {
    connection: 'connected',
    since: 0,
    detail: null,
    lastHeard: null,
    waiting: 0,
    isHeard: false,
  }
  readonly #onConfirmed = new Map<string, () => void>()
  readonly #listeners = new Set<() => void>()
  readonly #hearers = new Set<(message: BusMessage) => void>()

  constructor(id = 'kiosk00000000000', kind: StationKind = 'kiosk') {
    this.id = id
    this.kind = kind
  }

  becomes(change: Partial<BusView>): void {
    this.#view = { ...this.#view, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
  /** Another station says how it is. */
  see(presence: Presence): void {
    this.seen = [...this.seen.filter(({ from }) => from !== presence.from), presence]
    this.becomes({})
  }
  /** A desk or hub has the message of that id. */
  confirm(id: string): void {
    this.#onConfirmed.get(id)?.()
  }
  /** From now on it takes nothing, for this reason; or everything again. */
  refuse(fault: BusFault | undefined): void {
    this.#fault = fault
  }
  hear(message: BusMessage): void {
    for (const hearer of [...this.#hearers]) hearer(message)
  }
  /** Hands a message on, as if the desk had said it. */
  hears(id: string, body: HandedOnBody, at = '2026-03-01T09:00:00Z'): void {
    this.hear({ id, from: deskId, at, body })
  }
  /** Notices that were told, and not withdrawn. */
  get notices(): readonly Notice[] {
    return this.told.flatMap(({ id, notice }) => (this.withdrawn.includes(id) ? [] : [notice]))
  }

  #take(record: (id: string) => void): Result<string, BusFault> {
    if (this.#fault) return err(this.#fault)
    const id = `message-${++this.#said}`
    record(id)
    return ok(id)
  }
  tell(notice: Notice, { until, onConfirmed }: Parameters<Bus['tell']>[1] = {}) {
    return this.#take((id) => {
      if (onConfirmed) this.#onConfirmed.set(id, onConfirmed)
      this.told.push({ id, notice, ...(until !== undefined && { until }) })
      this.becomes({ waiting: this.#view.waiting + 1 })
    })
  }
  withdraw(id: string) {
    this.withdrawn.push(id)
  }
  command(to: StationId, command: BusCommand) {
    return this.#take(() => this.commands.push({ to, command }))
  }
  answer({ id }: { readonly id: string }, outcome: CommandOutcome) {
    this.answers.push({ id, outcome })
  }
  ask(question: Question) {
    const answer = this.desk?.(question)
    return Promise.resolve(answer && { ...answer, of: 'question' })
  }
  onQuestion() {
    return () => undefined
  }
  present() {
    return undefined
  }
  stations() {
    return this.seen
  }
  view() {
    return this.#view
  }
  onMessage(listener: (message: BusMessage) => void) {
    return added(this.#hearers, listener)
  }
  onChange(listener: () => void) {
    return added(this.#listeners, listener)
  }
  close() {
    return Promise.resolve()
  }
}

export function placeOf(bus: FakeBus): BusPlace {
  return { bus: () => bus, onChange: (listener) => bus.onChange(listener) }
}

export function memoryText() {
  let text: string | undefined
  return { read: () => text, write: (next: string) => void (text = next) }
}
