import { askedAnswers, flatten, missingInForm } from '../forms/completeness.ts'
import type { Answers } from '../forms/model.ts'
import { toFormModel, type Template } from '../forms/template.ts'
import type { IntakePerson } from '../shared/intake-person.ts'
import { err, ok, type Result } from '../shared/result.ts'
import { knownAnswers } from './known-answers.ts'
import type { CompletionError, CompletionForm, CompletionPacket, CompletionStore } from './store.ts'

/** Form to fill in while the service cannot be asked for a packet. */
interface TemplateForm {
  readonly template: Template
  readonly answers: Answers
}

/** Destination of the answers; each says if they are durable. */
export interface AnswerSink {
  /** Keeps all answers of one form, which counts from 0. */
  keep(form: number, answers: Answers): boolean
  /** Ends the packet: the patient is done with all forms. */
  finish(): boolean
}

/** Contents of the page besides its forms. */
type PacketFacts = Pick<CompletionPacket, 'clinicName' | 'color' | 'packetName' | 'firstName'> & {
  /** Today as YYYY-MM-DD, at the place of the page. */
  readonly today: string
  /** Country of the clinic (ISO 3166-1 alpha-2). */
  readonly country: string
  /** The language in which the clinic wrote the templates (BCP 47). */
  readonly language: string
  readonly person: IntakePerson
}

/**
 * Creates a completion store of one packet, opened by `token`, that is made of templates and kept by `sink`. The forms
 * are numbered from 1.
 */
export function createTemplateStore(
  token: string,
  { today, country, language, person, ...shown }: PacketFacts,
  forms: readonly TemplateForm[],
  sink: AnswerSink,
): CompletionStore {
  const facts = { today, country }
  const kept: CompletionForm[] = forms.map(({ template, answers }, index) => {
    const form = toFormModel(template, language)
    return {
      formId: index + 1,
      form,
      submitted: false,
      started: Object.keys(answers).length > 0,
      answers: { ...knownAnswers(form, person, facts), ...answers },
    }
  })
  let finished = false

  const find = (given: string, formId: number): Result<CompletionForm, CompletionError> => {
    const form = given === token ? kept.find((each) => each.formId === formId) : undefined
    if (!form) return err({ kind: 'unknownLink' })
    return finished ? err({ kind: 'alreadySubmitted' }) : ok(form)
  }
  const keep = (form: CompletionForm): boolean => {
    const index = form.formId - 1
    if (!sink.keep(index, form.answers)) return false
    kept[index] = form
    return true
  }

  return {
    open: (given) =>
      given === token
        ? {
            ...shown,
            completed: finished,
            nextWaits: false,
            turnsWait: true,
            facts,
            forms: kept,
          }
        : undefined,
    saveAnswers(given, formId, answers) {
      const found = find(given, formId)
      if (!found.ok) return found
      const form = found.value
      const known = new Set(
        form.form.sections.flatMap(({ elements }) => flatten(elements).map(({ id }) => String(id))),
      )
      const unknown = Object.keys(answers).find((id) => !known.has(id))
      if (unknown !== undefined) return err({ kind: 'unknownElement', elementId: unknown })
      const all = { ...form.answers, ...answers }
      const changed = { ...form, started: true, submitted: false, answers: all }
      return keep(changed) ? ok(null) : err({ kind: 'notKept' })
    },
    submit(given, formId) {
      const found = find(given, formId)
      if (!found.ok) return found
      const form = found.value
      if (form.submitted) return err({ kind: 'alreadySubmitted' })
      const elementIds = missingInForm(form.form, form.answers)
      if (elementIds.length > 0) return err({ kind: 'missingAnswers', elementIds })
      const answers = askedAnswers(form.form, form.answers)
      const isLast = kept.every((each) => each.submitted || each.formId === formId)
      if (!keep({ ...form, answers })) return err({ kind: 'notKept' })
      if (isLast && !sink.finish()) return err({ kind: 'notKept' })
      kept[formId - 1] = { ...form, answers, submitted: true }
      finished = isLast
      return ok({ packetCompleted: isLast })
    },
  }
}
