import { SvelteSet } from 'svelte/reactivity'
import { answerOf } from '../../forms/answers.ts'
import { askedAnswers, isAnswered, isBegun, resumePage } from '../../forms/completeness.ts'
import { normaliseAnswers } from '../../forms/normalise.ts'
import type { AnswerValue, FormElementModel, FormModel } from '../../forms/model.ts'
import { asksTheSame } from '../known-answers.ts'
import type { CompletionForm, CompletionPacket } from '../store.ts'
import { AnswerKeeper, type KeeperState } from './answer-keeper.ts'
import { knownQuestions, mayBeKnown, pickQuestions, questionOf } from './known-questions.ts'
import type { Service } from './service.ts'

type Phase = 'loading' | 'unreachable' | 'unknown' | 'known' | 'list' | 'form' | 'review' | 'done'

export type FormPart = Pick<CompletionForm, 'formId' | 'form' | 'answers'>

const retryAfterMs = 4000
/** ms that keeping a page may take before the patient sees that it is under way. */
const unseenKeepMs = 500

const keyOf = (formId: number, elementId: number) => `${formId} ${elementId}`
const questionsOf = ({ form }: CompletionForm) => form.sections.flatMap(({ elements }) => elements)

/** A patient's way through a packet: confirms what is known, submits each form when it is finished, the last after review. */
export class Visit {
  phase = $state<Phase>('loading')
  packet = $state.raw<CompletionPacket>()
  saving = $state<KeeperState>('saved')
  submitting = $state(false)
  sendingFailed = $state(false)
  /** True while the keeping of a page takes long enough to be shown. */
  keeping = $state(false)
  keepingFailed = $state(false)
  /** Element that the patient came back to change, from the review or from what is known. */
  changing = $state<number | null>(null)
  /** Page of the open form to begin with, from 0. */
  startPage = 0
  #changedFrom: 'known' | 'review' = 'review'
  #currentId = $state<number>()
  readonly #service: Service
  readonly #keeper: AnswerKeeper
  /** Forms with all pages finished, submitted or not. */
  readonly #finished = new SvelteSet<number>()
  /** Questions that no form asks any more: known and confirmed, or answered in another form. By `keyOf`. */
  readonly #settled = new SvelteSet<string>()
  /** Questions that the patient answered here. By `keyOf`. */
  readonly #entered = new SvelteSet<string>()
  /** Forms in which only answers of other forms stand. */
  readonly #unopened = new SvelteSet<number>()
  #isLeaving = false
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(service: Service) {
    this.#service = service
    this.#keeper = new AnswerKeeper(service.saveAnswers, (state) => {
      this.saving = state
      // Sent from elsewhere meanwhile, or no longer open: the service knows.
      if (state === 'refused') void this.load()
    })
  }

  get current(): CompletionForm | undefined {
    return this.#formOf(this.#currentId)
  }

  /** True if the open form is the last to fill in, so that the review comes next. */
  get isLast(): boolean {
    return !this.#unfinished().some(
      (form) => form.formId !== this.#currentId && this.#open(form).sections.length > 0,
    )
  }

  /** Fetches the packet and shows where the patient is; tries again by itself while it cannot. */
  async load(): Promise<void> {
    clearTimeout(this.#retry)
    const opened = await this.#service.packet()
    if (!opened.ok) {
      this.phase = opened.error.kind === 'unreachable' ? 'unreachable' : 'unknown'
      if (this.phase === 'unreachable')
        this.#retry = setTimeout(() => void this.load(), retryAfterMs)
      return
    }
    const isFirst = !this.packet
    const { forms, completed, facts } = this.#take(opened.value)
    const known = isFirst ? knownQuestions(forms, facts) : []
    for (const { formId, question } of known) this.#settled.add(keyOf(formId, question.id))
    if (completed || forms.every(({ submitted }) => submitted)) this.phase = 'done'
    else if (known.length > 0) this.phase = 'known'
    else if (forms.length > 1) this.phase = 'list'
    else this.begin()
  }

  /** Opens the first form with something to ask, else the review; sends at once if all was known and is confirmed. */
  begin(): void {
    for (const form of this.#unfinished())
      if (this.#open(form).sections.length === 0) this.#finished.add(form.formId)
    const [next] = this.#unfinished()
    if (next) this.open(next.formId)
    else if (this.phase === 'known' && this.entered.length === 0) void this.send()
    else {
      this.sendingFailed = false
      this.phase = 'review'
    }
  }

  /** Opens a form, done or not. */
  open(formId: number): void {
    this.#currentId = formId
    this.changing = null
    const { current } = this
    const isStarted = current && this.statusOf(current) === 'started'
    this.startPage = isStarted ? resumePage(this.shown(current), current.answers) : 0
    this.#unopened.delete(formId)
    this.saving = 'saved'
    this.sendingFailed = this.keepingFailed = false
    this.phase = 'form'
  }

  /** Returns the questions of a form that are still asked: all of them where none is left, or only the one to change. */
  shown(form: CompletionForm): FormModel {
    const { changing } = this
    if (changing !== null) {
      const question = questionOf(form.form, changing)
      return pickQuestions(form.form, (each) => each === question)
    }
    const open = this.#open(form)
    return open.sections.length > 0 ? open : form.form
  }

  /** Returns what the patient answered today, by form; also what was asked and left empty. */
  get entered(): readonly FormPart[] {
    return this.#parts(
      ({ formId }, { id }) =>
        !this.#settled.has(keyOf(formId, id)) || this.#entered.has(keyOf(formId, id)),
    )
  }

  /** Returns what was known before, by form: a question of several forms once, and in the review not what was entered. */
  get known(): readonly FormPart[] {
    const isReview = this.phase === 'review'
    const all = (this.packet?.forms ?? []).flatMap((form) =>
      questionsOf(form).map((question) => {
        const key = keyOf(form.formId, question.id)
        const answer = JSON.stringify(answerOf(form.answers, question.id))
        return { question, key, answer, isEntered: isReview && this.#entered.has(key) }
      }),
    )
    // In the review the entered one of several stands, wherever it is.
    const said = all.filter(({ isEntered }) => isEntered)
    const shown: string[] = []
    for (const each of all) {
      const isSaid = said.some(
        (other) => other.answer === each.answer && asksTheSame(other.question, each.question),
      )
      if (each.isEntered || isSaid || !this.#settled.has(each.key)) continue
      said.push(each)
      shown.push(each.key)
    }
    return this.#parts(({ formId }, { id }) => shown.includes(keyOf(formId, id)))
  }

  change(formId: number, elementId: number): void {
    this.#changedFrom = this.phase === 'known' ? 'known' : 'review'
    const form = this.#formOf(formId)
    const isOpened = form && this.statusOf(form) !== 'open'
    this.open(formId)
    if (!isOpened) this.#unopened.add(formId)
    this.changing = elementId
  }

  /** Takes an answer of the open form; one that was submitted is then open again. */
  answer = (elementId: number, value: AnswerValue): void => {
    const { current } = this
    if (!current) return
    const question = questionOf(current.form, elementId)
    if (question) this.#entered.add(keyOf(current.formId, question.id))
    this.#put(current.formId, elementId, value)
  }

  settle = (): void => void this.#keeper.flush()

  /** Keeps the answers of the page that the patient leaves; false if it must stay, since they are not kept yet. */
  keep = async (): Promise<boolean> => {
    if (!this.packet?.turnsWait) {
      this.settle()
      return true
    }
    if (this.#isLeaving) return false
    this.#isLeaving = true
    const slow = setTimeout(() => (this.keeping = true), unseenKeepMs)
    const kept = await this.#keeper.flush()
    clearTimeout(slow)
    this.#isLeaving = this.keeping = false
    this.keepingFailed = !kept
    return kept
  }

  /** Sends the page's last words when it is being closed. */
  leavePage = (): void => this.#keeper.leave()

  async leaveForm(): Promise<void> {
    if (!(await this.keep())) return
    if (this.changing === null) this.phase = 'list'
    else this.#return()
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
    this.#takeOver(current)
    if (this.changing !== null) {
      this.#return()
      return
    }
    this.#finished.add(current.formId)
    if (!this.isLast) {
      if (!(await this.#submitAll([current]))) return
      // Its answers may have filled in parts of the other forms.
      const fresh = await this.#service.packet()
      if (fresh.ok) this.#take(fresh.value)
    }
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
    return form.started && !this.#unopened.has(form.formId) ? 'started' : 'open'
  }

  #unfinished(): readonly CompletionForm[] {
    return this.packet?.forms.filter((form) => this.statusOf(form) !== 'done') ?? []
  }

  #open({ form, formId }: CompletionForm): FormModel {
    return pickQuestions(form, ({ id }) => !this.#settled.has(keyOf(formId, id)))
  }

  #parts(wants: (form: CompletionForm, question: FormElementModel) => boolean): FormPart[] {
    return (this.packet?.forms ?? [])
      .map((each) => ({ ...each, form: pickQuestions(each.form, (one) => wants(each, one)) }))
      .filter(({ form }) => form.sections.length > 0)
  }

  #return(): void {
    if (this.#changedFrom === 'known') this.phase = 'known'
    else this.begin()
  }

  /** Gives the answers of a form to the same questions of other forms, which then ask them no more. */
  #takeOver(from: CompletionForm): void {
    for (const question of questionsOf(from)) {
      if (question.children.length > 0 || !mayBeKnown(question)) continue
      const answer = answerOf(from.answers, question.id)
      for (const to of this.packet?.forms ?? []) if (to !== from) this.#give(to, question, answer)
    }
  }

  #give(to: CompletionForm, asked: FormElementModel, answer: AnswerValue): void {
    for (const question of questionsOf(to)) {
      if (question.children.length > 0 || !asksTheSame(asked, question)) continue
      const key = keyOf(to.formId, question.id)
      const before = answerOf(to.answers, question.id)
      const isSame = JSON.stringify(before) === JSON.stringify(answer)
      if (!isSame && !this.#settled.has(key) && isBegun(question, before)) continue
      if (isAnswered(asked, answer)) this.#settled.add(key)
      else {
        this.#settled.delete(key)
        if (question.required) this.#finished.delete(to.formId)
      }
      if (isSame) continue
      if (!to.started) this.#unopened.add(to.formId)
      this.#put(to.formId, question.id, answer)
    }
  }

  #put(formId: number, elementId: number, value: AnswerValue): void {
    const answers = { ...this.#formOf(formId)?.answers, [String(elementId)]: value }
    this.#replace(formId, { started: true, submitted: false, answers })
    this.#keeper.put(formId, elementId, value)
  }

  #formOf(formId: number | undefined): CompletionForm | undefined {
    return this.packet?.forms.find((form) => form.formId === formId)
  }

  async #submitAll(forms: readonly CompletionForm[]): Promise<boolean> {
    this.submitting = true
    this.sendingFailed = false
    const sent = await this.#trySubmitting(forms.filter(({ submitted }) => !submitted))
    this.submitting = false
    if (sent === 'unreachable')
      this.sendingFailed = ['known', 'form', 'review'].includes(this.phase)
    if (sent === 'refused') await this.load()
    return sent === 'sent'
  }

  async #trySubmitting(forms: readonly CompletionForm[]) {
    if (!(await this.#keeper.flush())) return 'unreachable'
    for (const { formId, form, answers } of forms) {
      const sent = await this.#service.submit(formId)
      if (!sent.ok) return sent.error.kind === 'unreachable' ? 'unreachable' : 'refused'
      this.#replace(formId, { submitted: true, answers: askedAnswers(form, answers) })
    }
    return 'sent'
  }

  #take(packet: CompletionPacket): CompletionPacket {
    const forms = packet.forms.map((form) => ({
      ...form,
      answers: normaliseAnswers(form.form, form.answers, packet.facts),
    }))
    return (this.packet = { ...packet, forms })
  }

  #replace(formId: number, change: Partial<CompletionForm>): void {
    const { packet } = this
    const forms = packet?.forms.map((each) =>
      each.formId === formId ? { ...each, ...change } : each,
    )
    if (packet && forms) this.packet = { ...packet, forms }
  }
}
