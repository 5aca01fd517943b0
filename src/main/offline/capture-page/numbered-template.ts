import type { IntakeForm } from '../intake.ts'

type Template = IntakeForm['template']
type Element = Template['formTemplateSections'][number]['formElements'][number]
type Nullable = Pick<Element, 'id' | 'sortOrder' | 'displayLabel' | 'patientViewable'>

const numberOf = (id: number | string): number => {
  const number = Number(id)
  if (!Number.isSafeInteger(number)) throw new RangeError('an id is no number')
  return number
}

const numbered = <E extends Nullable>(element: E) => ({
  ...element,
  id: numberOf(element.id),
  sortOrder: element.sortOrder ?? undefined,
  displayLabel: element.displayLabel ?? undefined,
  patientViewable: element.patientViewable ?? undefined,
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
        sortOrder: section.sortOrder ?? undefined,
        formElements: section.formElements.map(({ children, ...element }) => ({
          ...numbered(element),
          children: (children ?? []).map(numbered),
        })),
      })),
    }
  } catch {
    return undefined
  }
}
