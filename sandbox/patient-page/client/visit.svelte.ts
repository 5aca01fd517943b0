import { normaliseAnswers } from '../../../src/forms/normalise.ts'
import type { AnswerValue } from '../../../src/forms/model.ts'
import type { CompletionForm, CompletionPacket } from '../store.ts'
import type { KeeperState } from './answer-keeper.ts'
import { AnswerKeeper } from './answer-keeper.ts'
import type { Service } from './service.ts'

/** What the page shows. */
export type Phase = 'loading' | 'unreachable' | 'unknown' | 'list' | 'form' | 'done'

const retryAfter = 4000

/** A patient's way through the forms of one packet; the components only draw it. */
export class Visit {
  phase = $state<Phase>('loading')
  packet = $state.raw<CompletionPacket>()
  /** The form that is open. */
  current = $state.raw<CompletionForm>()
  answers = $state.raw<Record<string, AnswerValue>>({})
  saving = $state<KeeperState>('saved')
  submitting = $state(false)
  /** True when a form could not be sent because the service cannot be reached. */
  sendingFailed = $state(false)
  readonly #service: Service
  #keeper: AnswerKeeper | undefined
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(service: Service) {
    this.#service = service
  }

  /** Fetches the packet and shows where the patient is; tries again by itself while it cannot. */
  async load(): Promise<void> {
    clearTimeout(this.#retry)
    const opened = await this.#service.packet()
    if (!opened.ok) {
      this.phase = opened.error.kind === 'unreachable' ? 'unreachable' : 'unknown'
      if (this.phase === 'unreachable') this.#retry = setTimeout(() => void this.load(), retryAfter)
      return
    }
    this.packet = opened.value
    const open = opened.value.forms.filter((form) => !form.submitted)
    if (opened.value.completed || open.length === 0) this.phase = 'done'
    else if (opened.value.forms.length > 1) this.phase = 'list'
    else this.begin()
  }

  /** Opens the first form that is not done. */
  begin(): void {
    const next = this.packet?.forms.find((form) => !form.submitted)
    if (!next) {
      this.phase = 'done'
      return
    }
    this.#keeper?.stop()
    this.#keeper = new AnswerKeeper({
      save: (answers, leaving) => this.#service.saveAnswers(next.formId, answers, leaving),
      onState: (state) => {
        this.saving = state
        // Sent from elsewhere meanwhile, or no longer open: the service knows.
        if (state === 'refused') void this.load()
      },
    })
    this.current = next
    this.answers = normaliseAnswers(next.form, next.answers)
    this.saving = 'saved'
    this.sendingFailed = false
    this.phase = 'form'
  }

  /** Takes an answer of the open form. */
  answer(elementId: number, value: AnswerValue): void {
    this.answers = { ...this.answers, [String(elementId)]: value }
    this.#replaceCurrent({ started: true })
    this.#keeper?.put(elementId, value)
  }

  /** Keeps the answers now. */
  settle(): void {
    void this.#keeper?.flush()
  }

  /** Sends the page's last words when it is being closed. */
  leavePage(): void {
    this.#keeper?.leave()
  }

  /** Back from the open form to the list of forms. */
  showList(): void {
    this.settle()
    this.#replaceCurrent({ answers: this.answers })
    this.phase = 'list'
  }

  /** Sends the open form, once all its answers are kept; then the next form, or the end. */
  async submit(): Promise<void> {
    const { current } = this
    if (!current || this.submitting) return
    this.submitting = true
    this.sendingFailed = false
    const kept = await this.#keeper?.flush()
    const sent = kept ? await this.#service.submit(current.formId) : undefined
    this.submitting = false
    if (!sent) this.sendingFailed = this.phase === 'form'
    else if (sent.ok) {
      this.#replaceCurrent({ submitted: true, answers: this.answers })
      if (sent.value.packetCompleted) this.phase = 'done'
      else this.begin()
    } else if (sent.error.kind === 'unreachable') this.sendingFailed = true
    else await this.load()
  }

  /** Forms that are done, begun, or still to do, for the list. */
  statusOf(form: CompletionForm): 'done' | 'started' | 'open' {
    if (form.submitted) return 'done'
    return form.started ? 'started' : 'open'
  }

  #replaceCurrent(change: Partial<CompletionForm>): void {
    const { packet, current } = this
    if (!packet || !current) return
    const forms = packet.forms.map((form) =>
      form.formId === current.formId ? { ...form, ...change } : form,
    )
    this.packet = { ...packet, forms }
  }
}
