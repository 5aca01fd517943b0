import type { Intake } from '../../../src/main/offline/intake.ts'
import { sampleForm, sampleIntake } from './sample-intakes.ts'

/** A form with `questions` lines to answer, none of them answered. */
export const capturedForm = (templateId: number, questions = 2): Intake['forms'][number] => ({
  ...sampleForm(
    templateId,
    Array.from({ length: questions }, () => ({ answer: '' })),
  ),
  answers: {},
})

/** An intake that has begun; nothing is answered yet. */
export const capturedIntake = (
  id: string,
  forms = [capturedForm(601), capturedForm(602)],
): Intake => sampleIntake({ id, forms, finishedAt: null })
