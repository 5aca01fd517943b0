import { elementTypes } from '../../../src/contract/form-elements.ts'
import type { ElementType } from '../../../src/contract/form-elements.ts'
import type { Lifecycle, Template, TemplateElement } from '../../state/types.ts'
import { account } from '../clinics.ts'

/** What a seed says of an element; what it leaves out has an ordinary value. */
interface ElementSeed {
  readonly type: ElementType
  readonly label: string
  readonly required?: boolean
  readonly wide?: number
  readonly displayLabel?: boolean
  /** Who sees it; both unless told otherwise. */
  readonly seenBy?: 'patient' | 'staff'
  readonly attribute?: string
  readonly lifecycle?: Lifecycle
  readonly options?: readonly string[]
  /** What is to be read before the answer. */
  readonly text?: string
  /** Answers of the parent on which it is asked. */
  readonly showWhen?: readonly string[]
  readonly children?: readonly ElementSeed[]
}

interface TemplateSeed {
  readonly id: number
  readonly name: string
  readonly publicUuid: string
  readonly version?: number
  readonly isActive?: boolean
  readonly isStaffOnly?: boolean
  readonly appointmentTypeIds?: readonly number[]
  readonly sections: readonly { readonly name: string; readonly elements: readonly ElementSeed[] }[]
}

/** A required element. */
export function must(type: ElementType, label: string, more: Partial<ElementSeed> = {}) {
  return { type, label, required: true, ...more }
}

/** An optional element. */
export function may(type: ElementType, label: string, more: Partial<ElementSeed> = {}) {
  return { type, label, ...more }
}

/** A template in full: ids follow from the template's id and the place of each part. */
export function template(seed: TemplateSeed): Template {
  let elementId = seed.id * 1000
  const element = (from: ElementSeed, index: number, topLevel: boolean): TemplateElement => ({
    id: ++elementId,
    label: from.label,
    required: from.required ?? false,
    sortOrder: index + 1,
    elementType: elementTypes[from.type],
    colClass: from.wide ?? 12,
    displayLabel: from.displayLabel ?? true,
    editGroup: 1,
    patientViewable: from.seenBy !== 'staff',
    staffViewable: from.seenBy !== 'patient',
    parent: (from.children?.length ?? 0) > 0,
    ...(from.attribute && { attribute: from.attribute }),
    ...(from.attribute && { lifecycle: from.lifecycle ?? 'Form Group' }),
    ...(from.options && { options: from.options }),
    ...(from.text && { text: from.text }),
    ...(from.showWhen && { showWhen: from.showWhen }),
    ...(topLevel && {
      children: (from.children ?? []).map((child, place) => element(child, place, false)),
    }),
  })
  return {
    id: seed.id,
    accountId: account.id,
    name: seed.name,
    isActive: seed.isActive ?? true,
    isStaffOnly: seed.isStaffOnly ?? false,
    sortOrder: seed.id % 100,
    version: seed.version ?? 1,
    publicUuid: seed.publicUuid,
    appointmentTypeIds: seed.appointmentTypeIds ?? [],
    formTemplateSections: seed.sections.map((section, place) => ({
      id: seed.id * 100 + place,
      name: section.name,
      sortOrder: place + 1,
      formElements: section.elements.map((from, index) => element(from, index, true)),
    })),
  }
}
