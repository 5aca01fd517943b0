import type { DeskPort, HelpAsked, StaffNeeded } from '../../../src/main/visit/ports.ts'
import type { Id } from '../../../src/contract/values.ts'
import type { HelpHeard } from '../../../src/shared/help-heard.ts'

/** A desk that hears of help what the test says. */
export class FakeDeskPort implements DeskPort {
  readonly calls: (HelpAsked & { ended: boolean })[] = []
  readonly needed: StaffNeeded[] = []
  /** Patients whose packet was complete. */
  readonly completed: Id[] = []
  #heard: HelpHeard | null = null
  #onChange: () => void = () => undefined

  askHelp(asked: HelpAsked, onChange: () => void) {
    const call = { ...asked, ended: false }
    this.calls.push(call)
    this.#heard = null
    this.#onChange = onChange
    return { heard: () => this.#heard, end: () => void (call.ended = true) }
  }
  needStaff(needed: StaffNeeded) {
    this.needed.push(needed)
  }
  formsCompleted(patientId: Id) {
    this.completed.push(patientId)
  }
  /** Somebody knows of the call, or nobody does. */
  become(heard: HelpHeard | null): void {
    this.#heard = heard
    this.#onChange()
  }
}
