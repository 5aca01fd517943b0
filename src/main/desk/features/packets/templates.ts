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
  TemplateChoices,
  TemplateDetails,
  TemplateElement,
} from '../../../../shared/desk/packets.ts'
import type { Reference } from '../../../../shared/desk/references.ts'
import { err, mapOk, ok } from '../../../../shared/result.ts'
import { isOutage, paramsOf, readList, type Read } from '../../../intake/resources/site.ts'
import {
  onNothing,
  onRecord,
  refuse,
  reply,
  type DeskWork,
  type Handlers,
  type Reply,
} from '../../feature.ts'

const { formTemplates, formTemplateGroups } = contract.partner
/** Names of the two kinds of groups: only one of this location makes a packet by itself. */
const groupKinds = { here: 'group', elsewhere: 'groupelsewhere' } as const

type TemplateHandlers = Pick<
  Handlers<typeof packetOperations>,
  'templateChoices' | 'templateGroup' | 'template'
>

/** The contents of a new packet: ids of templates, or of a group of this location. */
export type NewContents =
  | { readonly of: 'group'; readonly groupId: Id }
  | { readonly of: 'templates'; readonly templateIds: readonly Id[] }

/** Serves templates and groups, and remembers those that one session has read. */
export function serveTemplates(work: DeskWork) {
  const { references } = work
  const known = new Map<string, TemplateDetails>()
  const rowOf = ({ id, name, isStaffOnly }: ReadTemplateRow) => ({
    template: references.of('template', id),
    name,
    isStaffOnly,
  })

  async function read(templateId: Id): Read<TemplateDetails> {
    const template = await readTemplate(work, templateId)
    if (template.ok) known.set(String(templateId), template.value)
    return template
  }

  /** Returns the ids of templates; undefined if one of them was not shown. */
  function idsOf(names: readonly Reference[]): readonly Id[] | undefined {
    const ids = names.flatMap((name) => references.idOf('template', name) ?? [])
    return ids.length === names.length ? ids : undefined
  }

  /** Groups are left out where the service does not allow to list them. */
  async function choices(): Read<TemplateChoices> {
    const input = { params: paramsOf(work) }
    const [listed, here, everywhere] = await Promise.all([
      readList(work.read, formTemplates.list, templateRowsReader, input),
      readList(work.read, formTemplateGroups.listForLocation, groupRowsReader, input),
      readList(work.read, formTemplateGroups.list, groupRowsReader, input),
    ])
    if (!listed.ok) return listed
    for (const groups of [here, everywhere]) if (!groups.ok && isOutage(groups.error)) return groups
    const own = here.ok ? here.value.filter(isOffered) : []
    const isOwn = ({ id, locationId: of }: ReadGroupRow) =>
      own.some((row) => sameId(row.id, id)) ||
      (of !== undefined && sameId(of, work.place.locationId))
    const others = everywhere.ok
      ? everywhere.value.filter((row) => isOffered(row) && !isOwn(row))
      : []
    const groupOf = (row: ReadGroupRow, isHere: boolean) => ({
      group: references.of(isHere ? groupKinds.here : groupKinds.elsewhere, row.id),
      name: row.name,
      isHere,
    })
    return ok({
      templates: listed.value.filter(isOffered).map(rowOf),
      groups: [
        ...own.map((row) => groupOf(row, true)),
        ...others.map((row) => groupOf(row, false)),
      ],
    })
  }

  const handlers: TemplateHandlers = {
    templateChoices: () => onNothing(() => reply(choices())),
    templateGroup({ group: reference }) {
      const isHere = references.idOf(groupKinds.here, reference) !== undefined
      const kind = isHere ? groupKinds.here : groupKinds.elsewhere
      const operation = isHere ? formTemplateGroups.getForLocation : formTemplateGroups.get
      return onRecord(work, { kind, record: 'groupId', reference }, (groupId) =>
        reply(
          work.read(operation, groupTemplatesReader, { params: { ...paramsOf(work), groupId } }),
          (rows) => ({ templates: rows.filter(isOffered).map(rowOf) }),
        ),
      )
    },
    template: ({ template: reference }) =>
      onRecord(work, { kind: 'template', record: 'formTemplateId', reference }, (id) =>
        reply(read(id)),
      ),
  }

  return {
    handlers,
    idsOf,
    contentsOf(contents: PacketContents): NewContents | undefined {
      if (contents.of === 'group') {
        const groupId = references.idOf(groupKinds.here, contents.group)
        return groupId === undefined ? undefined : { of: 'group', groupId }
      }
      const templateIds = idsOf(contents.templates)
      return templateIds && { of: 'templates', templateIds }
    },
    // A template that cannot be read lists nothing.
    /**
     * Checks that these templates, as the page was shown them, list each attribute to prefill; else `notAsked`. Reads
     * those that it was not shown.
     */
    async areAsked(templateIds: readonly Id[], values: PrefillValues): Reply<null> {
      const unlisted = new Set(values.map(({ attribute }) => attribute))
      for (const id of templateIds) {
        if (unlisted.size === 0) break
        const kept = known.get(String(id))
        const template = kept ? ok(kept) : await read(id)
        if (!template.ok && isOutage(template.error)) return refuse(template.error)
        const listed = template.ok ? template.value.attributes : []
        for (const { attribute } of listed) unlisted.delete(attribute)
      }
      return unlisted.size === 0 ? ok(null) : err({ kind: 'notAsked' })
    },
    async templatesOf(contents: NewContents): Read<readonly Id[]> {
      if (contents.of === 'templates') return ok(contents.templateIds)
      const params = { ...paramsOf(work), groupId: contents.groupId }
      const read = await work.read(formTemplateGroups.getForLocation, groupTemplatesReader, {
        params,
      })
      return mapOk(read, (rows) => rows.filter(isOffered).map(({ id }) => id))
    },
  }
}

/** Kinds that a member of staff can fill in beforehand: written or chosen, and neither signed nor drawn. */
const prefillable: ReadonlySet<ElementKind> = new Set([
  ...(['textInput', 'textArea', 'dropdown', 'radioButton'] as const),
  ...(['datePicker', 'phoneNumber', 'emailAddress'] as const),
])

/**
 * Reads a template. Its elements come from their own list, which tells each attribute; else from the template itself.
 */
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

function elementOf(element: ReadElement): TemplateElement {
  const { label, kind = 'other', isRequired, isForStaff, options } = element
  return { label, kind, isRequired, isForStaff, options: [...options] }
}
