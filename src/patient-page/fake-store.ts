import { missingInForm } from '../forms/completeness.ts'
import type { AnswerValue, FormModel } from '../forms/model.ts'
import { err, ok } from '../shared/result.ts'
import type { CompletionStore } from './store.ts'

const empty = (): Record<string, AnswerValue> => ({})

/**
 * Creates a completion store of one packet for tests of the patient page, with the token `a-token`; `prefilled` fills
 * its first form beforehand.
 */
export function fakeStore(
  forms: readonly FormModel[],
  firstName: string | null = 'Ana',
  prefilled: Record<string, AnswerValue> = {},
) {
  const kept = forms.map((form, index) => ({
    formId: index + 1,
    form,
    submitted: false,
    started: false,
    answers: index === 0 ? { ...prefilled } : empty(),
  }))
  const find = (token: string, formId: number) =>
    token === 'a-token' ? kept.find((form) => form.formId === formId) : undefined

  return {
    open: (token) =>
      token === 'a-token'
        ? {
            clinicName: 'Lakeside Family Clinic',
            color: '#0b5563',
            packetName: 'New patient',
            firstName,
            completed: kept.every(({ submitted }) => submitted),
            nextWaits: false,
            turnsWait: false,
            facts: { today: '2026-03-10' },
            forms: kept,
          }
        : undefined,
    saveAnswers: (token, formId, answers) => {
      const form = find(token, formId)
      if (!form) return err({ kind: 'unknownLink' })
      if (kept.every(({ submitted }) => submitted)) return err({ kind: 'alreadySubmitted' })
      form.submitted = false
      Object.assign(form.answers, answers)
      form.started = true
      return ok(null)
    },
    submit: (token, formId) => {
      const form = find(token, formId)
      if (!form) return err({ kind: 'unknownLink' })
      if (form.submitted) return err({ kind: 'alreadySubmitted' })
      const elementIds = missingInForm(form.form, form.answers)
      if (elementIds.length > 0) return err({ kind: 'missingAnswers', elementIds })
      form.submitted = true
      return ok({ packetCompleted: kept.every(({ submitted }) => submitted) })
    },
  } satisfies CompletionStore
}
