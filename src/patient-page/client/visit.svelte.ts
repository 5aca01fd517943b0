import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import { askedAnswers } from '../../forms/completeness.ts'
import { normaliseAnswers } from '../../forms/normalise.ts'
import type { AnswerValue } from '../../forms/model.ts'
import type { CompletionForm, CompletionPacket } from '../store.ts'
import type { KeeperState } from './answer-keeper.ts'
import { AnswerKeeper } from './answer-keeper.ts'
import type { Service } from './service.ts'

/** Phase of the page. */
export type Phase = 'loading' | 'unreachable' | 'unknown' | 'list' | 'form' | 'review' | 'done'

const retryAfter = 4000
/** ms that keeping a page may take before the patient sees that it is under way. */
const unseenKeepMs = 500

/**
 * A patient's way through a packet's forms. Each is submitted when finished, except the last, which waits for the
 * review; until then all can reopen.
 */
export class Visit {
  phase = $state<Phase>('loading')
  packet = $state.raw<CompletionPacket>()
  saving = $state<KeeperState>('saved')
  submitting = $state(false)
  /** True when a form could not be sent because the service cannot be reached. */
  sendingFailed = $state(false)
  /** True while the keeping of a page takes long enough to be shown. */
  keeping = $state(false)
  /** True when a page could not be kept, and so was not turned. */
  keepingFailed = $state(false)
  /** Element that the patient came back to change, from the review. */
  changing = $state<number | null>(null)
  #currentId = $state<number>()
  readonly #service: Service
  readonly #keepers = new SvelteMap<number, AnswerKeeper>()
  /** Forms with all pages finished, submitted or not. */
  readonly #finished = new SvelteSet<number>()
  #isLeaving = false
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(service: Service) {
    this.#service = service
  }

  /** Returns the open form, with its current answers. */
  get current(): CompletionForm | undefined {
    return this.packet?.forms.find(({ formId }) => formId === this.#currentId)
  }

  /** True if the open form is the last to fill in, so that the review comes next. */
  get isLast(): boolean {
    return !this.#unfinished().some(({ formId }) => formId !== this.#currentId)
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
    this.#take(opened.value)
    const open = opened.value.forms.filter((form) => !form.submitted)
    if (opened.value.completed || open.length === 0) this.phase = 'done'
    else if (opened.value.forms.length > 1) this.phase = 'list'
    else this.begin()
  }

  /** Opens the first form that is not done; the review when all are. */
  begin(): void {
    const [next] = this.#unfinished()
    if (next) this.open(next.formId)
    else this.phase = 'review'
  }

  /** Opens a form, done or not. */
  open(formId: number): void {
    this.#currentId = formId
    this.changing = null
    this.saving = 'saved'
    this.sendingFailed = false
    this.keepingFailed = false
    this.phase = 'form'
  }

  /** Opens a form from the review, at the answer that is to be changed. */
  change(formId: number, elementId: number): void {
    this.open(formId)
    this.changing = elementId
  }

  /** Takes an answer of the open form; one that was submitted is then open again. */
  answer(elementId: number, value: AnswerValue): void {
    const { current } = this
    if (!current) return
    const answers = { ...current.answers, [String(elementId)]: value }
    this.#replace(current.formId, { started: true, submitted: false, answers })
    this.#keeperOf(current.formId).put(elementId, value)
  }

  /** Keeps the answers now. */
  settle(): void {
    void this.#flush()
  }

  /**
   * Keeps the answers of the page that the patient leaves; false if the page must stay, since they are not kept yet.
   */
  async keep(): Promise<boolean> {
    if (!this.packet?.turnsWait) {
      this.settle()
      return true
    }
    if (this.#isLeaving) return false
    this.#isLeaving = true
    const slow = setTimeout(() => (this.keeping = true), unseenKeepMs)
    // Once more for what was typed meanwhile.
    const kept = (await this.#flush()) || (this.saving === 'pending' && (await this.#flush()))
    clearTimeout(slow)
    this.#isLeaving = false
    this.keeping = false
    this.keepingFailed = !kept
    return kept
  }

  /** Sends the page's last words when it is being closed. */
  leavePage(): void {
    for (const keeper of this.#keepers.values()) keeper.leave()
  }

  /** Goes back from the open form to its opener. */
  async leaveForm(): Promise<void> {
    if (!(await this.keep())) return
    this.phase = this.changing === null ? 'list' : 'review'
  }

  /** Goes back from the review: to the list, or into the only form. */
  leaveReview(): void {
    if ((this.packet?.forms.length ?? 0) > 1) this.phase = 'list'
    else if (this.current) this.open(this.current.formId)
  }

  /** Finishes the open form: submits it and opens the next, or shows the review. */
  async finish(): Promise<void> {
    const { current } = this
    if (!current || this.submitting || !(await this.keep())) return
    this.#finished.add(current.formId)
    if (this.#unfinished().length === 0) {
      this.sendingFailed = false
      this.phase = 'review'
      return
    }
    if (!(await this.#submitAll([current]))) return
    // Its answers may have filled in parts of the other forms.
    const fresh = await this.#service.packet()
    if (fresh.ok) this.#take(fresh.value)
    this.begin()
  }

  /** Sends what is not sent yet, once all its answers are kept. */
  async send(): Promise<void> {
    if (this.submitting) return
    if (await this.#submitAll(this.packet?.forms ?? [])) this.phase = 'done'
  }

  /** Tells if a form is done, begun, or still to do, for the list. */
  statusOf(form: CompletionForm): 'done' | 'started' | 'open' {
    if (form.submitted || this.#finished.has(form.formId)) return 'done'
    return form.started ? 'started' : 'open'
  }

  #unfinished(): readonly CompletionForm[] {
    return this.packet?.forms.filter((form) => this.statusOf(form) !== 'done') ?? []
  }

  async #submitAll(forms: readonly CompletionForm[]): Promise<boolean> {
    this.submitting = true
    this.sendingFailed = false
    const sent = await this.#trySubmitting(forms.filter(({ submitted }) => !submitted))
    this.submitting = false
    if (sent === 'unreachable')
      this.sendingFailed = this.phase === 'form' || this.phase === 'review'
    if (sent === 'refused') await this.load()
    return sent === 'sent'
  }

  async #trySubmitting(
    forms: readonly CompletionForm[],
  ): Promise<'sent' | 'unreachable' | 'refused'> {
    if (!(await this.#flush())) return 'unreachable'
    for (const { formId, form, answers } of forms) {
      const sent = await this.#service.submit(formId)
      if (!sent.ok) return sent.error.kind === 'unreachable' ? 'unreachable' : 'refused'
      this.#replace(formId, { submitted: true, answers: askedAnswers(form, answers) })
    }
    return 'sent'
  }

  async #flush(): Promise<boolean> {
    const kept = await Promise.all([...this.#keepers.values()].map((keeper) => keeper.flush()))
    return !kept.includes(false)
  }

  #keeperOf(formId: number): AnswerKeeper {
    const known = this.#keepers.get(formId)
    if (known) return known
    const keeper = new AnswerKeeper({
      save: (answers, leaving) => this.#service.saveAnswers(formId, answers, leaving),
      onState: (state) => {
        if (formId === this.#currentId) this.saving = state
        // Sent from elsewhere meanwhile, or no longer open: the service knows.
        if (state === 'refused') void this.load()
      },
    })
    this.#keepers.set(formId, keeper)
    return keeper
  }

  #take(packet: CompletionPacket): void {
    const forms = packet.forms.map((form) => ({
      ...form,
      answers: normaliseAnswers(form.form, form.answers, packet.facts),
    }))
    this.packet = { ...packet, forms }
  }

  #replace(formId: number, change: Partial<CompletionForm>): void {
    const { packet } = this
    if (!packet) return
    const forms = packet.forms.map((form) =>
      form.formId === formId ? { ...form, ...change } : form,
    )
    this.packet = { ...packet, forms }
  }
}
