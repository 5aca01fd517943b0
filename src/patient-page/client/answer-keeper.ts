import type { Answers, AnswerValue } from '../../forms/model.ts'
import { backoffMs } from '../../shared/backoff.ts'
import type { Result } from '../../shared/result.ts'
import type { ServiceError } from './service.ts'

/** `saved`: the service has everything. `waiting`: it cannot be reached, and is tried again. */
export type KeeperState = 'saved' | 'pending' | 'saving' | 'waiting' | 'refused'

interface KeeperOptions {
  readonly save: (answers: Answers, leaving: boolean) => Promise<Result<null, ServiceError>>
  readonly onState: (state: KeeperState) => void
}

const pauseMs = 600
const retries = { firstMs: 1_000, longestMs: 15_000 } as const

/** Keeps one form's answers: soon after the last key, at once on `flush`, repeatedly while the service is unreachable. */
export class AnswerKeeper {
  readonly #options: KeeperOptions
  #unsaved: Record<string, AnswerValue> = {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<boolean> | undefined
  #failures = 0

  constructor(options: KeeperOptions) {
    this.#options = options
  }

  put(elementId: number, value: AnswerValue): void {
    this.#unsaved[String(elementId)] = value
    this.#options.onState(this.#failures > 0 ? 'waiting' : 'pending')
    if (this.#failures === 0) this.#later(pauseMs)
  }

  /** Saves the unsaved answers now. Resolves to true if the service has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    // Another caller may have begun again while this one waited.
    while (this.#running) await this.#running
    if (!this.#hasUnsaved()) return true
    this.#running = this.#save().finally(() => (this.#running = undefined))
    return this.#running
  }

  /** Sends unsaved answers as the page closes, in a request that outlives it. */
  leave(): void {
    if (this.#hasUnsaved()) void this.#options.save(this.#unsaved, true)
  }

  async #save(): Promise<boolean> {
    const sent = this.#unsaved
    this.#unsaved = {}
    this.#options.onState('saving')
    const saved = await this.#options.save(sent, false)
    if (saved.ok) {
      const isAll = !this.#hasUnsaved()
      this.#failures = 0
      this.#options.onState(isAll ? 'saved' : 'pending')
      if (!isAll) this.#later(0)
      return isAll
    }
    if (saved.error.kind !== 'unreachable') {
      this.#options.onState('refused')
      return false
    }
    // Answers typed meanwhile are newer.
    this.#unsaved = { ...sent, ...this.#unsaved }
    this.#failures += 1
    this.#later(backoffMs(retries, this.#failures))
    this.#options.onState('waiting')
    return false
  }

  #hasUnsaved(): boolean {
    return Object.keys(this.#unsaved).length > 0
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }
}
