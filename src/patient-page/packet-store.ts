import type { Answers, FormFacts } from '../forms/model.ts'
import { hasNumberedIds, toFormModel, type Template } from '../forms/template.ts'
import type { IntakePerson } from '../shared/intake-person.ts'
import { knownAnswers } from './known-answers.ts'
import {
  createCompletionStore,
  type CompletionForm,
  type CompletionPacket,
  type CompletionStore,
} from './store.ts'

/** Makes forms of templates, numbered from 1, with what `person` gave already; undefined if one cannot be filled in here. */
export function formsOf(
  templates: readonly { readonly template: Template; readonly answers: Answers }[],
  person: IntakePerson,
  { facts, language }: { readonly facts: FormFacts; readonly language: string },
): readonly CompletionForm[] | undefined {
  if (!templates.every(({ template }) => hasNumberedIds(template))) return undefined
  return templates.map(({ template, answers }, index) => {
    const form = toFormModel(template, language)
    return {
      formId: index + 1,
      form,
      submitted: false,
      started: Object.keys(answers).length > 0,
      answers: { ...knownAnswers(form, person, facts), ...answers },
    }
  })
}

/** Creates a completion store of one packet; `sink` takes all answers of a form (from 0), and says if they are durable. */
export function createPacketStore(
  token: string,
  packet: Omit<CompletionPacket, 'completed' | 'forms'>,
  forms: readonly CompletionForm[],
  sink: { keep(form: number, answers: Answers): boolean; finish(): boolean },
): CompletionStore {
  let kept = forms
  let completed = false
  const change = (formId: number, changed: Partial<CompletionForm>) => {
    kept = kept.map((each) => (each.formId === formId ? { ...each, ...changed } : each))
  }
  return createCompletionStore({
    open: (given) => (given === token ? { ...packet, completed, forms: kept } : undefined),
    keep(_token, formId, answers) {
      if (!sink.keep(formId - 1, answers)) return false
      change(formId, { started: true, submitted: false, answers })
      return true
    },
    submit(_token, formId, answers) {
      if (!sink.keep(formId - 1, answers)) return false
      change(formId, { answers })
      const isLast = kept.every((each) => each.submitted || each.formId === formId)
      if (isLast && !sink.finish()) return false
      change(formId, { submitted: true })
      completed = isLast
      return true
    },
  })
}
