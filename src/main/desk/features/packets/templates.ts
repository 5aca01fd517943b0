import { contract } from '../../../../contract/index.ts'
import {
  attributesReader,
  deskTemplateReader,
  elementsReader,
  groupTemplatesReader,
  groupRowsReader,
  isOffered,
  templateRowsReader,
  type ReadElement,
  type ReadGroupRow,
  type ReadTemplateRow,
} from '../../../../contract/readers/template-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import type {
  ElementKind,
  PacketContents,
  packetOperations,
  PrefillValues,
  TemplateDetails,
  TemplateElement,
} from '../../../../shared/desk/packets.ts'
import { err, mapOk, ok } from '../../../../shared/result.ts'
import { isOutage, paramsOf, readList, type Read } from '../../../intake/resources/site.ts'
import { onRecord, prepare, type Answer, type DeskWork, type Handlers } from '../../feature.ts'

const { formTemplates, formTemplateGroups } = contract.partner

export type NewContents =
  | { readonly of: 'group'; readonly groupId: Id }
  | { readonly of: 'templates'; readonly templateIds: readonly Id[] }

/** Serves templates and groups, and remembers those that one session has read. */
export function serveTemplates(work: DeskWork) {
  const { references } = work
  const known = new Map<string, TemplateDetails>()
  const rowOf = ({ id, name, isStaffOnly }: ReadTemplateRow) => ({
    template: references.of('formTemplate', id),
    name,
    isStaffOnly,
  })

  async function read(templateId: Id): Read<TemplateDetails> {
    const template = await readTemplate(work, templateId)
    if (template.ok) known.set(String(templateId), template.value)
    return template
  }

  const handlers = {
    /** Without groups where the service does not allow to list them. */
    templateChoices: () =>
      prepare({}, async () => {
        const input = { params: paramsOf(work) }
        const [listed, here, everywhere] = await Promise.all([
          readList(work.read, formTemplates.list, templateRowsReader, input),
          readList(work.read, formTemplateGroups.listForLocation, groupRowsReader, input),
          readList(work.read, formTemplateGroups.list, groupRowsReader, input),
        ])
        if (!listed.ok) return listed
        for (const groups of [here, everywhere])
          if (!groups.ok && isOutage(groups.error)) return groups
        const own = here.ok ? here.value.filter(isOffered) : []
        const isOwn = ({ id, locationId: of }: ReadGroupRow) =>
          own.some((row) => sameId(row.id, id)) ||
          (of !== undefined && sameId(of, work.place.locationId))
        const all = everywhere.ok ? everywhere.value : []
        const others = all.filter((row) => isOffered(row) && !isOwn(row))
        const groupOf = ({ id, name }: ReadGroupRow, isHere: boolean) => ({
          // Only one of this location makes a packet by itself.
          group: references.of(isHere ? 'group' : 'groupElsewhere', id),
          name,
          isHere,
        })
        const groups = [
          ...own.map((row) => groupOf(row, true)),
          ...others.map((row) => groupOf(row, false)),
        ]
        return ok({ templates: listed.value.filter(isOffered).map(rowOf), groups })
      }),
    templateGroup({ group }) {
      const isHere = references.idOf('group', group) !== undefined
      const operation = isHere ? formTemplateGroups.getForLocation : formTemplateGroups.get
      return onRecord(work, isHere ? 'group' : 'groupElsewhere', group, async (groupId) => {
        const input = { params: { ...paramsOf(work), groupId } }
        return mapOk(await work.read(operation, groupTemplatesReader, input), (rows) => ({
          templates: rows.filter(isOffered).map(rowOf),
        }))
      })
    },
    template: ({ template }) => onRecord(work, 'formTemplate', template, read),
  } satisfies Partial<Handlers<typeof packetOperations>>

  return {
    handlers,
    contentsOf(contents: PacketContents): NewContents | undefined {
      if (contents.of === 'group') {
        const groupId = references.idOf('group', contents.group)
        return groupId === undefined ? undefined : { of: 'group', groupId }
      }
      const templateIds = references.idsOf('formTemplate', contents.templates)
      return templateIds && { of: 'templates', templateIds }
    },
    /** Else `notAsked`: a template that cannot be read lists nothing. Reads those that the page was not shown. */
    async areAsked(templateIds: readonly Id[], values: PrefillValues): Answer<null> {
      const unlisted = new Set(values.map(({ attribute }) => attribute))
      for (const id of templateIds) {
        if (unlisted.size === 0) break
        const kept = known.get(String(id))
        const template = kept ? ok(kept) : await read(id)
        if (!template.ok && isOutage(template.error)) return template
        const listed = template.ok ? template.value.attributes : []
        for (const { attribute } of listed) unlisted.delete(attribute)
      }
      return unlisted.size === 0 ? ok(null) : err({ kind: 'notAsked' })
    },
    async templatesOf(contents: NewContents): Read<readonly Id[]> {
      if (contents.of === 'templates') return ok(contents.templateIds)
      const input = { params: { ...paramsOf(work), groupId: contents.groupId } }
      const { getForLocation } = formTemplateGroups
      const read = await work.read(getForLocation, groupTemplatesReader, input)
      return mapOk(read, (rows) => rows.filter(isOffered).map(({ id }) => id))
    },
  }
}

/** Staff can fill these in beforehand: written or chosen, and neither signed nor drawn. */
const prefillable: ReadonlySet<ElementKind> = new Set([
  ...(['textInput', 'textArea', 'dropdown', 'radioButton'] as const),
  ...(['datePicker', 'phoneNumber', 'emailAddress'] as const),
])

/** Its elements come from their own list, which tells each attribute; else from the template itself. */
async function readTemplate(work: DeskWork, formTemplateId: Id): Read<TemplateDetails> {
  const input = { params: { ...paramsOf(work), formTemplateId } }
  const [template, listed, mapped] = await Promise.all([
    work.read(formTemplates.get, deskTemplateReader, input),
    work.read(formTemplates.listElements, elementsReader, input),
    work.read(formTemplates.listAttributes, attributesReader, input),
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
    attributes: attributesOf([...known, ...rest], attributes),
  })
}

function attributesOf(elements: readonly ReadElement[], mapped: ReadonlyMap<string, string>) {
  const found = new Map<string, TemplateDetails['attributes'][number]>()
  for (const element of elements) {
    const { label, kind, options } = elementOf(element)
    const attribute = mapped.get(String(element.id)) ?? element.attribute
    if (attribute !== undefined && prefillable.has(kind) && !found.has(attribute))
      found.set(attribute, { attribute, label, kind, options })
  }
  return [...found.values()]
}

function elementOf(element: ReadElement): TemplateElement {
  const { label, kind = 'other', isRequired, isForStaff, options } = element
  return { label, kind, isRequired, isForStaff, options: [...options] }
}
