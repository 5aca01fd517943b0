import { askedAnswers, flatten, missingInForm } from '../forms/completeness.ts'
import type { Answers, FormFacts } from '../forms/model.ts'
import { hasNumberedIds, toFormModel, type Template } from '../forms/template.ts'
import type { IntakePerson } from '../shared/intake-person.ts'
import { err, ok, type Result } from '../shared/result.ts'
import { knownAnswers } from './known-answers.ts'
import type { CompletionError, CompletionForm, CompletionPacket, CompletionStore } from './store.ts'

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
  const kept = [...forms]
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
      given === token ? { ...packet, completed: finished, forms: kept } : undefined,
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
