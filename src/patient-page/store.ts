import { askedAnswers, flatten, missingInForm } from '../forms/completeness.ts'
import type { Answers, FormFacts, FormModel } from '../forms/model.ts'
import { err, ok, type Result } from '../shared/result.ts'

export interface CompletionPacket {
  readonly clinicName: string
  /** `#rrggbb` of the location's branding. */
  readonly color: string
  readonly packetName: string
  /** First name of the patient; null on a public link. */
  readonly firstName: string | null
  readonly completed: boolean
  /** The rule of the documents: the button of a form page waits until the page is complete. */
  readonly nextWaits: boolean
  /** True if a page is turned only once its answers are kept; else it turns at once, and they are sent later. */
  readonly turnsWait: boolean
  /** Its day is that of the location; what is kept with a form is the time of its submission. */
  readonly facts: FormFacts
  readonly forms: readonly CompletionForm[]
}

export interface CompletionForm {
  readonly formId: number
  readonly submitted: boolean
  /** True if the patient has answered anything; prefilled answers do not count. */
  readonly started: boolean
  readonly form: FormModel
  readonly answers: Answers
}

export type CompletionError =
  /** `notKept`: it could not be kept durably; trying again may help. */
  | { readonly kind: 'unknownLink' | 'alreadySubmitted' | 'notKept' }
  | { readonly kind: 'missingAnswers'; readonly elementIds: readonly number[] }
  | { readonly kind: 'unknownElement'; readonly elementId: string }

/** Packets of a place that keeps them; `token` comes from the completion URL. */
interface KeptPackets {
  readonly open: (token: string) => CompletionPacket | undefined
  /** Keeps all answers of a form, which is then open again; false if they are not durable. */
  readonly keep: (token: string, formId: number, answers: Answers) => boolean
  /** Keeps a form as submitted, with these answers alone of the questions to the patient; false if that is not durable. */
  readonly submit: (token: string, formId: number, answers: Answers) => boolean
}

export type CompletionStore = ReturnType<typeof createCompletionStore>

/** Creates the store behind the patient page, with the rules of a packet, over what keeps it. */
export function createCompletionStore({ open, keep, submit }: KeptPackets) {
  const find = (token: string, formId: number): Result<CompletionForm, CompletionError> => {
    const packet = open(token)
    const found = packet?.forms.find((each) => each.formId === formId)
    if (!packet || !found) return err({ kind: 'unknownLink' })
    return packet.completed ? err({ kind: 'alreadySubmitted' }) : ok(found)
  }
  return {
    open,
    /** Keeps answers durably, merged over earlier ones; a submitted form opens again until the packet is complete. */
    saveAnswers(token: string, formId: number, answers: Answers): Result<null, CompletionError> {
      const found = find(token, formId)
      if (!found.ok) return found
      const { form, answers: before } = found.value
      const elements = form.sections.flatMap((section) => flatten(section.elements))
      const known = new Set(elements.map(({ id }) => String(id)))
      const unknown = Object.keys(answers).find((id) => !known.has(id))
      if (unknown !== undefined) return err({ kind: 'unknownElement', elementId: unknown })
      return keep(token, formId, { ...before, ...answers }) ? ok(null) : err({ kind: 'notKept' })
    },
    /** Submits one form; the packet is complete when every form is. */
    submit(token: string, formId: number): Result<{ packetCompleted: boolean }, CompletionError> {
      const found = find(token, formId)
      if (!found.ok) return found
      const { form, answers, submitted } = found.value
      if (submitted) return err({ kind: 'alreadySubmitted' })
      const elementIds = missingInForm(form, answers)
      if (elementIds.length > 0) return err({ kind: 'missingAnswers', elementIds })
      if (!submit(token, formId, askedAnswers(form, answers))) return err({ kind: 'notKept' })
      return ok({ packetCompleted: open(token)?.completed ?? false })
    },
  }
}
