import { z } from 'zod'
import { elementTypes } from '../../src/contract/form-elements.ts'
import { elementsOf } from '../state/packets.ts'
import type { State, Template, TemplateElement } from '../state/types.ts'

/** Change by an organization to one of its form templates. */
export const templateChangeSchema = z.strictObject({
  name: z.string().min(1).optional(),
  sortOrder: z.int().optional(),
  isActive: z.boolean().optional(),
  /** Label of a new question, answered in one line, at the end of the first section. */
  question: z.string().min(1).optional(),
})
export type TemplateChange = z.output<typeof templateChangeSchema>

/** Changes a template as the service does: the version rises by one, and earlier versions stay for their forms. */
export function changeTemplate(
  state: State,
  id: number,
  { question, ...fields }: TemplateChange,
): Template | undefined {
  const versions = state.templates.get(id)
  const latest = versions?.at(-1)
  if (!versions || !latest) return undefined
  const [first, ...others] = latest.formTemplateSections
  const { name = latest.name, sortOrder = latest.sortOrder, isActive = latest.isActive } = fields
  const version = latest.version + 1
  const changed: Template = { ...latest, name, sortOrder, isActive, version }
  if (question !== undefined && first) {
    const asked: TemplateElement = {
      id: 1 + Math.max(...elementsOf(latest).map(({ id: elementId }) => elementId)),
      label: question,
      required: false,
      sortOrder: first.formElements.length + 1,
      elementType: elementTypes.textInput,
      colClass: 12,
      displayLabel: true,
      editGroup: 1,
      patientViewable: true,
      staffViewable: true,
      parent: false,
      children: [],
    }
    const longer = { ...first, formElements: [...first.formElements, asked] }
    Object.assign(changed, { formTemplateSections: [longer, ...others] })
  }
  state.templates.set(id, [...versions, changed])
  return changed
}

/** Removes a template, which then cannot be found; forms made of it stay. Returns if it was there. */
export function removeTemplate(state: State, id: number): boolean {
  const versions = state.templates.get(id)
  const latest = versions?.at(-1)
  if (!versions || !latest || latest.accountId === nobodys) return false
  state.templates.set(id, [...versions, { ...latest, accountId: nobodys }])
  return true
}

/** No account has this id. */
const nobodys = 0
