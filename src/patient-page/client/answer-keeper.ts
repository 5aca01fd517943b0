import type { Answers, AnswerValue } from '../../forms/model.ts'
import { backoffMs } from '../../shared/backoff.ts'
import type { Service } from './service.ts'

/** `saved`: the service has everything. `waiting`: it cannot be reached, and is tried again. */
export type KeeperState = 'saved' | 'pending' | 'saving' | 'waiting' | 'refused'

const pauseMs = 600
const retries = { firstMs: 1_000, longestMs: 15_000 } as const

/** Keeps answers: soon after the last key, at once on `flush`, repeatedly while the service is unreachable. */
export class AnswerKeeper {
  readonly #save: Service['saveAnswers']
  readonly #onState: (state: KeeperState) => void
  /** By form. */
  readonly #unsaved = new Map<number, Answers>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<boolean> | undefined
  #failures = 0

  constructor(save: Service['saveAnswers'], onState: (state: KeeperState) => void) {
    this.#save = save
    this.#onState = onState
  }

  put(formId: number, elementId: number, value: AnswerValue): void {
    this.#unsaved.set(formId, { ...this.#unsaved.get(formId), [elementId]: value })
    this.#onState(this.#failures > 0 ? 'waiting' : 'pending')
    if (this.#failures === 0) this.#later(pauseMs)
  }

  /** Saves the unsaved answers now, also those that come meanwhile. Resolves to true if the service has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    // Another caller may have begun again while this one waited.
    while (this.#running) await this.#running
    this.#running = this.#saveAll().finally(() => (this.#running = undefined))
    return this.#running
  }

  /** Sends unsaved answers as the page closes, in requests that outlive it. */
  leave(): void {
    for (const [formId, answers] of this.#unsaved) void this.#save(formId, answers, true)
  }

  async #saveAll(): Promise<boolean> {
    let isAll = true
    for (const [formId, answers] of this.#unsaved) {
      this.#unsaved.delete(formId)
      this.#onState('saving')
      const saved = await this.#save(formId, answers)
      if (!saved.ok && saved.error.kind === 'unreachable') {
        // Answers typed meanwhile are newer.
        this.#unsaved.set(formId, { ...answers, ...this.#unsaved.get(formId) })
        this.#failures += 1
        this.#later(backoffMs(retries, this.#failures))
        this.#onState('waiting')
        return false
      }
      this.#failures = 0
      if (saved.ok) this.#onState(this.#unsaved.size > 0 ? 'pending' : 'saved')
      else this.#onState('refused')
      isAll &&= saved.ok
    }
    return isAll
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }
}
