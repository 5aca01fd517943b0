import type {
  CaptureStart,
  ExpectedAppointment,
  FormsPort,
  OfflinePort,
} from '../../../src/main/visit/ports.ts'
import type { IntakePerson } from '../../../src/shared/intake-person.ts'
import { err, ok } from '../../../src/shared/result.ts'

/** What a test says of the connection and of the vault, and the captures that were begun. */
export class FakeCaptures {
  /** The appointment of today that agrees with whoever comes. */
  appointment: ExpectedAppointment | null = null
  hasRoom = true
  /** Whether the vault writes. */
  keeps = true
  readonly begun: (CaptureStart & { readonly id: string })[] = []
  readonly abandoned: string[] = []
  /** Of whom an appointment was asked. */
  readonly asked: IntakePerson[] = []
  readonly #listeners = new Set<() => void>()
  #isDown = false

  /** Whether the service is known to be down. */
  get isDown(): boolean {
    return this.#isDown
  }
  set isDown(isDown: boolean) {
    this.#isDown = isDown
    for (const listener of this.#listeners) listener()
  }

  /** What a test says of the connection. */
  connection(): Pick<OfflinePort, 'isDown' | 'onConnectionChange'> {
    return {
      isDown: () => this.#isDown,
      onConnectionChange: (listener) => {
        this.#listeners.add(listener)
        return () => void this.#listeners.delete(listener)
      },
    }
  }

  /** The visit's way to these captures; it opens their pages by `forms`. */
  port(forms: FormsPort): OfflinePort {
    return {
      ...this.connection(),
      canCapture: () => this.hasRoom,
      afterMs: 20_000,
      begin: (start) => {
        if (!this.keeps) return err({ kind: 'notKept' })
        const id = `capture-${this.begun.length + 1}`
        this.begun.push({ ...start, id })
        return ok(id)
      },
      expected: (person) => {
        this.asked.push(person)
        return this.appointment
      },
      abandon: (id) => void this.abandoned.push(id),
      openCapture: (id, events) => forms.open(id, events),
    }
  }
}
