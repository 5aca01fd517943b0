import { elementTypes, type ElementType } from '../../src/shared/form-elements.ts'
import type { Template, TemplateElement, TemplateGroup } from '../state/types.ts'
import { account, locations } from './clinics.ts'
import seeds from './templates.json' with { type: 'json' }

type GivenFields = 'label' | 'attribute' | 'options' | 'text' | 'showWhen' | 'lifecycle'

interface ElementSeed extends Pick<TemplateElement, GivenFields> {
  readonly type: ElementType
  readonly required?: boolean
  readonly wide?: number
  readonly seenBy?: 'patient' | 'staff'
  readonly children?: readonly ElementSeed[]
}

interface TemplateSeed extends Partial<Template> {
  readonly id: number
  readonly name: string
  readonly sections: Readonly<Record<string, readonly ElementSeed[]>>
}

/** Completes an element; only one at the top carries children. */
export function makeElement(
  seed: ElementSeed,
  index: number,
  takeId: () => number,
  isTop = true,
): TemplateElement {
  return {
    id: takeId(),
    label: seed.label,
    required: seed.required ?? false,
    sortOrder: index + 1,
    elementType: elementTypes[seed.type],
    colClass: seed.wide ?? 12,
    displayLabel: true,
    editGroup: 1,
    patientViewable: seed.seenBy !== 'staff',
    staffViewable: seed.seenBy !== 'patient',
    parent: (seed.children?.length ?? 0) > 0,
    ...(seed.attribute && {
      attribute: seed.attribute,
      lifecycle: seed.lifecycle ?? 'Form Group',
    }),
    ...(seed.options && { options: seed.options }),
    ...(seed.text && { text: seed.text }),
    ...(seed.showWhen && { showWhen: seed.showWhen }),
    ...(isTop && {
      children: (seed.children ?? []).map((each, place) => makeElement(each, place, takeId, false)),
    }),
  }
}

function template({ sections, ...more }: TemplateSeed): Template {
  const { id } = more
  let elementId = id * 1000
  return {
    accountId: account.id,
    isActive: true,
    isStaffOnly: false,
    sortOrder: id % 100,
    version: 1,
    publicUuid: `6a1c7f0e-0b0d-4f43-9d1e-5b1f3f0a0${id}`,
    appointmentTypeIds: [],
    formTemplateSections: Object.entries(sections).map(([title, elements], place) => ({
      id: id * 100 + place,
      name: title,
      sortOrder: place + 1,
      formElements: elements.map((seed, index) => makeElement(seed, index, () => ++elementId)),
    })),
    ...more,
  }
}

const newest = (seeds.templates as readonly TemplateSeed[]).map(template)

/** Every version of every seeded template, the versions of one template oldest first. */
export const templates: readonly Template[] = newest.flatMap((each) =>
  each.version === 1 ? [each] : [{ ...each, version: 1, name: `${each.name} (2024)` }, each],
)

/** Returns the same groups at each of our locations; ids 7011 to 7015 at the first. `at` is an ISO timestamp. */
export function templateGroups(at: string): TemplateGroup[] {
  return locations
    .filter(({ accountId }) => accountId === account.id)
    .flatMap((location, place) =>
      seeds.groups.map((group, index) => {
        const id = 7000 + (place + 1) * 10 + index + 1
        return {
          id,
          accountId: account.id,
          ...group,
          publicUuid: `b7e0c2d4-3a55-4c1e-8f60-90d1a2b3${id}`,
          locationId: location.id,
          createdOn: at,
          lastUpdatedOn: at,
        }
      }),
    )
}

/** "New patient forms" at the first location. */
export const defaultTemplateGroupId = 7011
