import { elementTypeOf } from '../../shared/form-elements.ts'
import { formTemplate } from '../form-template.ts'
import { sameId, type Id } from '../values.ts'
import { address } from './address.ts'
import {
  find,
  isFields,
  objectsIn,
  pick,
  readFlag,
  readId,
  readInteger,
  readList,
  readText,
  readTexts,
  unwrap,
  type Fields,
} from './fields.ts'
import { readPage } from './lists.ts'
import { readerOf, type ReadBy } from './reading.ts'
import { at, listReader, recordOf, rowsReader, type Found } from './records.ts'

const name = at('name', readText, '')

const templateRow = recordOf({
  name,
  version: at('version', readInteger, null),
  isActive: at('isActive', readFlag, true),
  isStaffOnly: at('isStaffOnly', readFlag, false),
})
export type ReadTemplateRow = Found<typeof templateRow>

const groupRow = recordOf({
  name,
  isActive: at('active', readFlag, true),
  locationId: at('locationId', readId),
  practitionerId: at('practitionerId', readId),
})
export type ReadGroupRow = Found<typeof groupRow>

/** True if a template, or a group, can be chosen: it is active, and has a name. */
export const isOffered = ({ name, isActive }: ReadTemplateRow | ReadGroupRow) =>
  isActive && name !== ''

/** All templates, or template groups, of the account. */
export const templatesReader = listReader('a list of form templates', templateRow)
export const groupsReader = listReader('a list of template groups', groupRow)

/** Read a page of templates, or of template groups, of a location. */
export const templateRowsReader = rowsReader('a list of form templates', 'any', templateRow)
export const groupRowsReader = rowsReader('a list of template groups', 'any', groupRow)

const templatesOf = (layers: readonly Fields[]) =>
  find(layers, 'formTemplates', readList)
    ?.filter(isFields)
    .flatMap((each) => templateRow([each]) ?? [])

/** Reads the template group that was asked for, with its templates and its public link. */
export const groupReader = (asked: Id) =>
  readerOf('the template group that was asked for', (answer) => {
    const { layers } = unwrap(answer.body, 'formTemplateGroup')
    const group = groupRow(layers)
    const templates = templatesOf(layers)
    if (!group || !templates || !sameId(group.id, asked)) return undefined
    return { ...group, templates, link: address({ ...answer, body: layers[0] }, 'staticLink') }
  })
export type ReadGroup = ReadBy<ReturnType<typeof groupReader>>

/** Reads the templates of a group, in its order. */
export const groupTemplatesReader = readerOf('a template group with its templates', ({ body }) =>
  templatesOf(unwrap(body, 'formTemplateGroup').layers),
)

/** Reads one template with all that is drawn of it; its version where it names one. */
export const templateReader = readerOf('a form template', ({ body }) => {
  const { layers } = unwrap(body, 'formTemplate')
  const version = find(layers, 'version', readInteger) ?? null
  for (const layer of layers) {
    const template = formTemplate.safeParse(layer)
    if (template.success) return { version, template: template.data }
  }
  return undefined
})
export type ReadTemplate = ReadBy<typeof templateReader>

/** Reads one template, with those of its questions that it gives. */
export const deskTemplateReader = readerOf('a form template', ({ body }) => {
  const [fields] = unwrap(body, 'formTemplate').layers
  const name = fields && readText(pick(fields, 'name'))
  if (fields === undefined || name === undefined) return undefined
  return {
    name,
    version: readInteger(pick(fields, 'version')) ?? null,
    sections: objectsIn([fields], 'formTemplateSections').map((section) => ({
      name: readText(pick(section, 'name')) ?? null,
      elements: elementsIn(objectsIn([section], 'formElements')),
    })),
  }
})

/** Reads the fields of a template in one flat list. */
export const elementsReader = readerOf('the elements of a form template', (answer) => {
  const page = readPage(answer)
  return page && elementsIn(page.items.filter(isFields))
})

function elementsIn(items: readonly Fields[]): readonly ReadElement[] {
  return items.flatMap((item) => {
    const label = readText(pick(item, 'label'))
    const own = label === undefined ? [] : [elementIn(item, label)]
    return [...own, ...elementsIn(objectsIn([item], 'children'))]
  })
}

function elementIn(item: Fields, label: string) {
  return {
    id: readId(pick(item, 'id')),
    label,
    kind: elementTypeOf(readInteger(pick(item, 'elementType')) ?? NaN),
    isRequired: readFlag(pick(item, 'required')) ?? false,
    isForStaff: readFlag(pick(item, 'patientViewable')) === false,
    options: readTexts(pick(item, 'options')) ?? [],
    attribute: readText(pick(item, 'attribute')),
  }
}

export type ReadElement = ReturnType<typeof elementIn>

/** Reads the attributes of a template's elements, by the element's id. */
export const attributesReader = readerOf('the attributes of a form template', (answer) => {
  const page = readPage(answer)
  if (!page) return undefined
  const pairs = page.items.filter(isFields).flatMap((row) => {
    const element = readId(pick(row, 'elementId'))
    const attribute = readText(pick(row, 'attribute'))
    return element === undefined || attribute === undefined
      ? []
      : [[String(element), attribute] as const]
  })
  return new Map(pairs)
})
