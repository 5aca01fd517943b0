import type {
  PatientCategory,
  Pipeline,
  TransitionDetails,
} from '../../../src/shared/desk/categories.ts'
import type { DeskReply } from '../../../src/shared/desk/messages.ts'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const at = Date.parse('2030-05-31T10:30:00Z')

const journey: Pipeline = {
  ...{ name: 'New patient journey', description: 'Until the first visit.', isActive: true },
  stages: ['Asked about us', 'Called back', 'Booked', 'Seen'],
}
const category: PatientCategory = {
  current: {
    ...{ category: 'New patients', description: 'Until the first visit is over.', since: at },
    ...{ pipeline: journey, stage: 2 },
  },
  history: [
    { transition: 'transition-2', at, to: { category: 'New patients', stage: 'Booked' } },
    { transition: 'transition-1', at: null, to: null },
  ],
}
const step: TransitionDetails = {
  ...{ at, note: 'Booked online.', from: { category: 'New patients', stage: 'Called back' } },
  to: { category: 'New patients', stage: 'Booked' },
}

/** What main answers of a patient in a category, by query. */
export const categoryAnswers: Readonly<Record<string, () => DeskReply>> = {
  patientCategory: () => ok(category),
  categoryTransition: () => ok(step),
  crmPipelines: () =>
    ok([journey, { ...journey, name: 'Recall list', isActive: false, stages: [] }]),
}
