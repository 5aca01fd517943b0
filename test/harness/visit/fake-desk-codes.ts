import type { Id } from '../../../src/contract/values.ts'
import type { DeskCodeMatch, DeskCodePort } from '../../../src/main/visit/ports.ts'

/** Desks that know the codes which a test gave. */
export class FakeDeskCodes implements DeskCodePort {
  readonly asked: string[] = []
  /** What an answer waits for. */
  answers: Promise<void> = Promise.resolve()
  readonly #given = new Map<string, DeskCodeMatch>()
  readonly #listeners = new Set<() => void>()
  #isThere = true

  /** Gives a code, which works once. */
  give(code: string, patientId: Id, packetId: Id | null = null): void {
    this.#given.set(code, { patientId, packetId })
  }
  get isThere(): boolean {
    return this.#isThere
  }
  set isThere(isThere: boolean) {
    this.#isThere = isThere
    for (const listener of this.#listeners) listener()
  }
  isOffered(): boolean {
    return this.#isThere
  }
  onConnectionChange(listener: () => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  async check(code: string, signal: AbortSignal) {
    this.asked.push(code)
    await this.answers
    // As the bus: whoever gave up is told nothing, although the desk has looked.
    if (!this.#isThere || signal.aborted) return 'unheard'
    const match = this.#given.get(code)
    this.#given.delete(code)
    return match ?? 'wrong'
  }
}
