import { contract } from '../../../../contract/index.ts'
import {
  deskTemplateReader,
  elementsReader,
  type ReadElement,
} from '../../../../contract/readers/desk-template-readers.ts'
import { attributesReader } from '../../../../contract/readers/offline-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import type {
  ElementKind,
  TemplateDetails,
  TemplateElement,
} from '../../../../shared/desk/packets.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { ServiceError } from '../../../service/http/errors.ts'
import { isOutage } from '../../failures.ts'
import type { DeskWork } from '../../work.ts'

const { formTemplates } = contract.partner

/** What a member of staff can fill in beforehand: what is written or chosen, and nothing that is signed or drawn. */
const prefillable: ReadonlySet<ElementKind> = new Set([
  ...(['textInput', 'textArea', 'dropdown', 'radioButton'] as const),
  ...(['datePicker', 'phoneNumber', 'emailAddress'] as const),
])

/**
 * The query `template`. Its elements are read from their own list, which tells each with its attribute; where that cannot
 * be had, from the template itself.
 */
export async function readTemplate(
  { client, place, signal }: DeskWork,
  formTemplateId: Id,
): Promise<Result<TemplateDetails, ServiceError>> {
  const { accountId, locationId } = place
  const input = { params: { accountId, locationId, formTemplateId } }
  const [template, listed, mapped] = await Promise.all([
    client.read(formTemplates.get, deskTemplateReader, input, { signal }),
    client.read(formTemplates.listElements, elementsReader, input, { signal }),
    client.read(formTemplates.listAttributes, attributesReader, input, { signal }),
  ])
  if (!template.ok) return template
  for (const part of [listed, mapped]) if (!part.ok && isOutage(part.error)) return part
  const { name, version, sections } = template.value
  const list = listed.ok ? listed.value : []
  const attributes = mapped.ok ? mapped.value : new Map<string, string>()
  const inFull = (element: ReadElement) =>
    list.find(({ id }) => id !== undefined && element.id !== undefined && sameId(id, element.id)) ??
    element
  const inSections = sections.map((section) => ({
    name: section.name,
    elements: section.elements.map(inFull),
  }))
  const known = new Set(inSections.flatMap(({ elements }) => elements))
  const rest = list.filter((element) => !known.has(element))
  const all = [...inSections, ...(rest.length > 0 ? [{ name: null, elements: rest }] : [])]
  return ok({
    name,
    version,
    sections: all.map((section) => ({ ...section, elements: section.elements.map(elementOf) })),
    attributes: attributesOf(
      all.flatMap(({ elements }) => elements),
      attributes,
    ),
  })
}

function attributesOf(
  elements: readonly ReadElement[],
  mapped: ReadonlyMap<string, string>,
): TemplateDetails['attributes'] {
  const found = new Map<string, TemplateDetails['attributes'][number]>()
  for (const element of elements) {
    const { label, kind, options } = elementOf(element)
    const attribute = mapped.get(String(element.id)) ?? element.attribute
    if (attribute !== undefined && prefillable.has(kind) && !found.has(attribute))
      found.set(attribute, { attribute, label, kind, options })
  }
  return [...found.values()]
}

const elementOf = (element: ReadElement): TemplateElement => {
  const { label, kind = 'other', isRequired, isForStaff, options } = element
  return { label, kind, isRequired, isForStaff, options: [...options] }
}
