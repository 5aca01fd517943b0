import { elementTypeOf } from '../shared/form-elements.ts'
import type { Id } from '../contract/values.ts'
import type { FormElementModel, FormModel } from './model.ts'

/** A form element as the developer interface sends it; `options`, `text` and `showWhen` are not shown in the document. */
type TemplateElement = Sent<Omit<FormElementModel, 'id' | 'type' | 'language' | 'children'>> & {
  readonly id: Id
  readonly elementType: number
  readonly sortOrder?: number | null | undefined
  readonly patientViewable?: boolean | null | undefined
  readonly children?: readonly TemplateElement[] | null | undefined
}
type Sent<T> = { readonly [K in keyof T]?: T[K] | null | undefined }

export interface Template {
  readonly name: string
  readonly formTemplateSections: readonly {
    readonly id: Id
    readonly name?: string | null | undefined
    readonly sortOrder?: number | null | undefined
    readonly formElements: readonly TemplateElement[]
  }[]
}

/** Checks that each id is a number, as documented, or the text of one: only such forms can be filled in here. */
export function hasNumberedIds({ formTemplateSections }: Template): boolean {
  const isNumbered = ({ id, children }: TemplateElement): boolean =>
    Number.isSafeInteger(Number(id)) && (children ?? []).every(isNumbered)
  return formTemplateSections.every(
    ({ id, formElements }) => Number.isSafeInteger(Number(id)) && formElements.every(isNumbered),
  )
}

/** Converts a template to the patient's form, unknown types to text fields; `language` (BCP 47) is the clinic's. */
export function toFormModel(template: Template, language?: string): FormModel {
  return {
    name: template.name,
    language,
    sections: inOrder(template.formTemplateSections)
      .map((section) => ({
        id: Number(section.id),
        name: section.name ?? '',
        elements: toElements(section.formElements, language),
      }))
      .filter((section) => section.elements.length > 0),
  }
}

function toElements(elements: readonly TemplateElement[], language?: string): FormElementModel[] {
  const shown = elements.filter(({ patientViewable }) => patientViewable !== false)
  return inOrder(shown).map((element) => ({
    id: Number(element.id),
    type: elementTypeOf(element.elementType) ?? 'textInput',
    label: element.label ?? '',
    language,
    displayLabel: element.displayLabel ?? true,
    required: element.required ?? false,
    attribute: element.attribute ?? null,
    colClass: Math.min(12, Math.max(1, Math.trunc(element.colClass || 12))),
    options: element.options ?? [],
    text: element.text ?? '',
    showWhen: element.showWhen ?? null,
    children: toElements(element.children ?? [], language),
  }))
}

function inOrder<T extends { readonly sortOrder?: number | null | undefined }>(
  items: readonly T[],
): T[] {
  return [...items].sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
}
