import type { Result } from '../shared/result.ts'
import type { Answers, FormFacts, FormModel } from '../forms/model.ts'

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

/** Store behind the patient page; `token` comes from the completion URL. */
export interface CompletionStore {
  open(token: string): CompletionPacket | undefined
  /** Keeps answers durably, merged over earlier ones; a submitted form opens again until the packet is complete. */
  saveAnswers(token: string, formId: number, answers: Answers): Result<null, CompletionError>
  /** Submits one form; the packet is complete when every form is. */
  submit(token: string, formId: number): Result<{ packetCompleted: boolean }, CompletionError>
}
