import type { TemplateGroup } from '../state/types.ts'
import { account, locations } from './clinics.ts'

interface GroupSeed {
  readonly name: string
  readonly formTemplateIds: readonly number[]
  readonly practitionerId?: number
  readonly active?: boolean
}

const everywhere: readonly GroupSeed[] = [
  { name: 'New patient forms', formTemplateIds: [601, 602, 603] },
  { name: 'Yearly update', formTemplateIds: [601, 604], practitionerId: 401 },
  { name: 'Physical therapy forms', formTemplateIds: [605, 603], practitionerId: 403 },
  { name: 'Every kind of field', formTemplateIds: [606] },
  { name: 'Old screening', formTemplateIds: [608], active: false },
]

/** The same groups at each of our locations; ids 7011 to 7015 at the first. `at` is an ISO timestamp. */
export function templateGroups(at: string): TemplateGroup[] {
  return locations
    .filter(({ accountId }) => accountId === account.id)
    .flatMap((location, place) =>
      everywhere.map((seed, index) => {
        const id = 7000 + (place + 1) * 10 + index + 1
        return {
          id,
          accountId: account.id,
          name: seed.name,
          active: seed.active ?? true,
          publicUuid: `b7e0c2d4-3a55-4c1e-8f60-90d1a2b3${id}`,
          locationId: location.id,
          practitionerId: seed.practitionerId ?? null,
          formTemplateIds: seed.formTemplateIds,
          createdOn: at,
          lastUpdatedOn: at,
        }
      }),
    )
}

/** "New patient forms" at the first location. */
export const defaultTemplateGroupId = 7011
