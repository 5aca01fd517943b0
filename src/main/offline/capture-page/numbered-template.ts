import type { IntakeForm } from '../intake.ts'

type Template = IntakeForm['template']
type Element = Template['formTemplateSections'][number]['formElements'][number]

const numberOf = (id: number | string): number => {
  const number = Number(id)
  if (!Number.isSafeInteger(number)) throw new RangeError('an id is no number')
  return number
}

const sortOrderOf = (order: number | null | undefined) =>
  typeof order === 'number' ? { sortOrder: order } : { sortOrder: undefined }

const element = ({ id, children, sortOrder, ...rest }: Element) => ({
  ...rest,
  id: numberOf(id),
  ...sortOrderOf(sortOrder),
  displayLabel: rest.displayLabel ?? undefined,
  patientViewable: rest.patientViewable ?? undefined,
  children: (children ?? []).map((child) => ({
    ...child,
    id: numberOf(child.id),
    ...sortOrderOf(child.sortOrder),
    displayLabel: child.displayLabel ?? undefined,
    patientViewable: child.patientViewable ?? undefined,
  })),
})

/**
 * Converts a template's ids to numbers, as documented, even if the service writes text. Undefined if one is not: such
 * forms cannot be filled in here.
 */
export function numberedTemplate({ name, formTemplateSections }: Template) {
  try {
    return {
      name,
      formTemplateSections: formTemplateSections.map((section) => ({
        id: numberOf(section.id),
        name: section.name,
        ...sortOrderOf(section.sortOrder),
        formElements: section.formElements.map(element),
      })),
    }
  } catch {
    return undefined
  }
}
