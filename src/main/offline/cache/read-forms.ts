import { contract } from '../../../contract/index.ts'
import {
  attributesReader,
  groupReader,
  templateReader,
  versionsReader,
  type ReadTemplate,
} from '../../../contract/readers/offline-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { eachPage, readAllPages } from '../../service/client/pages.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { statusOf } from '../../service/http/refusal.ts'
import type { PacedRead } from './paced-read.ts'
import type { KnownForms } from './knowledge.ts'

const { formTemplates, formTemplateGroups } = contract.partner
const pageSize = 200
const maxPages = 5

type Answer<T> = Promise<Result<T, ServiceError>>
type Place = { readonly accountId: Id; readonly locationId: Id }

/** The versions of the location's templates, by their ids; null where a template does not say its own. */
export async function readVersions(
  read: PacedRead,
  here: Place,
): Answer<ReadonlyMap<string, number | null>> {
  const pages = eachPage(
    formTemplates.list,
    (cursor) =>
      read(formTemplates.list, versionsReader, {
        params: here,
        query: { limit: pageSize, ...(cursor !== undefined && { cursor }) },
      }),
    { maxPages },
  )
  const all = await readAllPages(pages)
  return all.ok ? ok(new Map(all.value.map(({ id, version }) => [String(id), version]))) : all
}

const isGone = (error: ServiceError) => [404, 410].includes(statusOf(error) ?? 0)

/**
 * The forms of a group as they are now: read anew where `versions` says another version than is `known`, or none. Null
 * where the group is gone. A template that was removed is left out.
 */
export async function readForms(
  read: PacedRead,
  here: Place,
  groupId: Id,
  { known, versions }: { known: KnownForms; versions: ReadonlyMap<string, number | null> },
): Answer<KnownForms | null> {
  const input = { params: { ...here, groupId } }
  const group = await read(formTemplateGroups.getForLocation, groupReader, input)
  if (!group.ok) return isGone(group.error) ? ok(null) : group
  const forms: KnownForms = []
  for (const templateId of group.value) {
    const version = versions.get(String(templateId)) ?? null
    const same = known.find((form) => sameId(form.templateId, templateId))
    if (same && version !== null && same.version === version) {
      forms.push(same)
      continue
    }
    const template = await readTemplate(read, here, templateId)
    if (!template.ok) {
      if (!isGone(template.error)) return template
      continue
    }
    forms.push({
      templateId,
      version: template.value.version ?? version,
      template: template.value.template,
    })
  }
  return ok(forms)
}

async function readTemplate(
  read: PacedRead,
  here: Place,
  formTemplateId: Id,
): Answer<ReadTemplate> {
  const input = { params: { ...here, formTemplateId } }
  const template = await read(formTemplates.get, templateReader, input)
  if (!template.ok || hasAttributes(template.value)) return template
  // A service may tell them beside the template alone; what has none of its own is asked without.
  const attributes = await read(formTemplates.listAttributes, attributesReader, input)
  if (!attributes.ok) return isGone(attributes.error) ? template : attributes
  return ok(withAttributes(template.value, attributes.value))
}

function hasAttributes({ template }: ReadTemplate): boolean {
  const elements = template.formTemplateSections.flatMap(({ formElements }) => formElements)
  return elements.some(
    ({ attribute, children }) => attribute ?? children?.some((child) => child.attribute),
  )
}

function withAttributes(
  { version, template }: ReadTemplate,
  attributes: ReadonlyMap<string, string>,
): ReadTemplate {
  const named = <E extends { readonly id: Id }>(element: E): E => {
    const attribute = attributes.get(String(element.id))
    return attribute === undefined ? element : { ...element, attribute }
  }
  const formTemplateSections = template.formTemplateSections.map((section) => ({
    ...section,
    formElements: section.formElements.map((element) => ({
      ...named(element),
      children: element.children?.map(named),
    })),
  }))
  return { version, template: { ...template, formTemplateSections } }
}
