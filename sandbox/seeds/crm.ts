import { iso } from '../clock.ts'
import type { Category, CategoryTransition, CrmStatus, CrmStatusGroup } from '../state/crm.ts'
import * as cases from './cases.ts'
import { account, foreignAccount } from './clinics.ts'

const day = 86_400_000
const ours = { accountId: account.id }
const foreign = { accountId: foreignAccount.id }

/** Pipelines; the third is no longer used. */
export const crmStatusGroups: readonly CrmStatusGroup[] = [
  {
    id: 1101,
    ...ours,
    name: 'New patient journey',
    description: 'From the first call to the first visit.',
    isActive: true,
  },
  {
    id: 1102,
    ...ours,
    name: 'Course of therapy',
    description: 'From referral to discharge.',
    isActive: true,
  },
  { id: 1103, ...ours, name: 'Recall list', description: 'No longer used.', isActive: false },
  { id: 1901, ...foreign, name: 'Leads', description: 'People who asked.', isActive: true },
]

const stage = (id: number, crmStatusGroupId: number, name: string, sortOrder: number) => {
  const color = ['#7d8a91', '#2f6fb2', '#b25f2f', '#0b6e6e'][sortOrder - 1] ?? '#333333'
  return { id, crmStatusGroupId, name, color, sortOrder }
}

/** Stages of the pipelines; one was added later, between two others. */
export const crmStatuses: readonly CrmStatus[] = [
  { ...stage(1111, 1101, 'Asked about us', 1), ...ours },
  { ...stage(1112, 1101, 'Booked', 3), ...ours },
  { ...stage(1113, 1101, 'Seen', 4), ...ours },
  { ...stage(1114, 1101, 'Called back', 2), ...ours },
  { ...stage(1121, 1102, 'Referred', 1), ...ours },
  { ...stage(1122, 1102, 'In treatment', 2), ...ours },
  { ...stage(1123, 1102, 'Discharged', 3), ...ours },
  { ...stage(1911, 1901, 'New', 1), ...foreign },
]

const category = (
  id: number,
  name: string,
  description: string,
  crmStatusGroupId: number | null,
  isActive = true,
) => ({ id, name, description, crmStatusGroupId, isActive })

/** Two that are tracked by a pipeline, a plain grouping, and one that is no longer used. */
export const categories: readonly Category[] = [
  { ...category(1201, 'New patients', 'Until the first visit is over.', 1101), ...ours },
  { ...category(1202, 'Physical therapy', 'Patients in a course of therapy.', 1102), ...ours },
  { ...category(1203, 'Diabetes care', 'Yearly checks of eyes and feet.', null), ...ours },
  { ...category(1204, 'Flu shots 2024', 'Over.', null, false), ...ours },
  { ...category(1902, 'Members', 'Who pays by the month.', 1901), ...foreign },
]

type Place = readonly [categoryId: number, crmStatusId: number | null] | null

interface Step {
  readonly daysAgo: number
  readonly to: Place
  readonly note?: string
}

/** Who went through which stages: two are still somewhere, one left. */
const journeys: readonly (readonly [patientId: number, steps: readonly Step[]])[] = [
  [
    cases.onePacket.id,
    [
      { daysAgo: 30, to: [1201, 1111], note: 'Called about a first visit.' },
      { daysAgo: 28, to: [1201, 1114] },
      { daysAgo: 10, to: [1201, 1112], note: 'Booked online.' },
    ],
  ],
  [
    cases.threePackets.id,
    [
      { daysAgo: 90, to: [1201, 1111] },
      { daysAgo: 60, to: [1202, 1121], note: 'Referred for back pain.' },
      { daysAgo: 20, to: [1202, 1122] },
    ],
  ],
  [
    cases.halfDone.id,
    [
      { daysAgo: 200, to: [1203, null] },
      { daysAgo: 15, to: null, note: 'Moved away.' },
    ],
  ],
]

/** The seeded transitions; `start` (ms) is when the sandbox began. */
export function categoryTransitions(start: number): CategoryTransition[] {
  let id = 1300
  return journeys.flatMap(([patientId, steps]) =>
    steps.map(({ daysAgo, to, note }, index) => {
      const from = steps[index - 1]?.to ?? null
      return {
        id: ++id,
        ...ours,
        patientId,
        fromCategoryId: from?.[0] ?? null,
        toCategoryId: to?.[0] ?? null,
        fromCrmStatusId: from?.[1] ?? null,
        toCrmStatusId: to?.[1] ?? null,
        transitionedAt: iso(start - daysAgo * day),
        note: note ?? null,
      }
    }),
  )
}
