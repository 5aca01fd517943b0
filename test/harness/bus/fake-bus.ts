import type {
  HandedOnBody,
  CommandOutcome,
  Notice,
  Presence,
} from '../../../src/shared/bus/messages.ts'
import type { Answer, Question } from '../../../src/shared/bus/questions.ts'
import { err, ok } from '../../../src/shared/result.ts'
import type { Bus, BusMessage, BusView } from '../../../src/main/bus/port.ts'
import type { BusPlace } from '../../../src/main/bus/kiosk/bus-place.ts'

type WithoutOf<A extends Answer> = A extends Answer ? Omit<A, 'of'> : never

const deskId = 'desk000000000000'

/** A kiosk's bus on which nobody but the test speaks: it records what is said. */
export class FakeBus implements Bus {
  readonly kind = 'kiosk'
  readonly told: { readonly id: string; readonly notice: Notice; readonly until?: number }[] = []
  readonly withdrawn: string[] = []
  readonly answers: { readonly id: string; readonly outcome: CommandOutcome }[] = []
  readonly presented: Omit<Presence, 'v' | 'from' | 'kind'>[] = []
  isFull = false
  isClosed = false
  seen: readonly Presence[] = []
  #view: BusView = {
    ...{
      connection: 'connected',
      since: 0,
      detail: null,
      lastHeard: null,
      waiting: 0,
      isHeard: false,
    },
  }
  readonly #listeners = new Set<() => void>()
  readonly #hearers = new Set<(message: BusMessage) => void>()

  readonly id: string

  constructor(id = 'kiosk00000000000') {
    this.id = id
  }

  /** Changes what is known of the bus, and says so. */
  becomes(change: Partial<BusView>): void {
    this.#view = { ...this.#view, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
  /** Hands a message on, as if the desk had said it. */
  hears(id: string, body: HandedOnBody, at = '2026-03-01T09:00:00Z'): void {
    const message = { id, from: deskId, at, body }
    for (const hearer of [...this.#hearers]) hearer(message)
  }
  /** What was told, and not withdrawn. */
  get notices(): readonly Notice[] {
    return this.told.flatMap(({ id, notice }) => (this.withdrawn.includes(id) ? [] : [notice]))
  }

  tell(notice: Notice, { until }: { readonly until?: number } = {}) {
    if (this.isFull) return err({ kind: 'full' as const })
    const id = `message-${this.told.length + 1}`
    this.told.push({ id, notice, ...(until !== undefined && { until }) })
    this.becomes({ waiting: this.#view.waiting + 1 })
    return ok(id)
  }
  withdraw(id: string) {
    this.withdrawn.push(id)
  }
  command() {
    return err({ kind: 'notKept' as const })
  }
  answer({ id }: { readonly id: string }, outcome: CommandOutcome) {
    this.answers.push({ id, outcome })
  }
  /** What a desk answers; undefined: none is there. */
  desk: ((question: Question) => WithoutOf<Answer>) | undefined
  ask(question: Question) {
    const answer = this.desk?.(question)
    return Promise.resolve(answer && { ...answer, of: 'question' })
  }
  onQuestion(): never {
    throw new Error('a kiosk answers no questions')
  }
  broadcast() {
    return err({ kind: 'notKept' as const })
  }
  present(presence: Omit<Presence, 'v' | 'from' | 'kind'>) {
    this.presented.push(presence)
  }
  stations() {
    return this.seen
  }
  view() {
    return this.#view
  }
  onMessage(listener: (message: BusMessage) => void) {
    this.#hearers.add(listener)
    return () => void this.#hearers.delete(listener)
  }
  onChange(listener: () => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  close() {
    this.isClosed = true
    return Promise.resolve()
  }
}

/** The place of one bus, which is there from the start. */
export function placeOf(bus: FakeBus): BusPlace {
  return { bus: () => bus, onChange: (listener) => bus.onChange(listener) }
}

/** A text that is kept in memory. */
export function memoryText() {
  let text: string | undefined
  return { read: () => text, write: (next: string) => void (text = next) }
}
