import { elementTypeOf, type ElementType } from '../form-elements.ts'
import type { Id } from '../values.ts'
import { find, unwrap } from './layers.ts'
import { readPage } from './lists.ts'
import { readerOf } from './reading.ts'
import { isFields, pick, type Fields } from './record.ts'
import { readFlag, readId, readText } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

/** A form template, as lists and groups name it. */
export interface ReadTemplateRow {
  readonly id: Id
  readonly name: string
  readonly isStaffOnly: boolean
}

/** A template group, as lists name it. */
export interface ReadGroupRow {
  readonly id: Id
  readonly name: string
  readonly locationId: Id | undefined
}

/** A field of a template. */
export interface ReadElement {
  readonly id: Id | undefined
  readonly label: string
  readonly kind: ElementType | undefined
  readonly isRequired: boolean
  readonly isForStaff: boolean
  readonly options: readonly string[]
  readonly attribute: string | undefined
}

/** A template with its pages. */
export interface ReadDeskTemplate {
  readonly name: string
  readonly version: number | null
  readonly sections: readonly {
    readonly name: string | null
    readonly elements: readonly ReadElement[]
  }[]
}

const templateFields = ['formTemplate', 'template', 'form', 'record', 'resource']
const groupTemplates = ['formTemplates', 'templates', 'forms']
const listOf = (layers: readonly Fields[], fields: readonly string[]) =>
  find(layers, fields, (value) => (Array.isArray(value) ? (value as unknown[]) : undefined))

const pageOf = <T>(expected: string, read: (row: Fields) => T[]) =>
  readerOf(expected, ({ status, body, headers }) => {
    if (status === 204) return { items: [], nextCursor: null }
    const page = readPage(body, headers)
    return page && { ...page, items: page.items.filter(isFields).flatMap(read) }
  })

/** A page of active templates. */
export const templateRowsReader = pageOf('a list of form templates', templateRow)

/** A page of active groups. */
export const groupRowsReader = pageOf('a list of template groups', (row): ReadGroupRow[] => {
  const id = readId(pick(row, ['id', 'groupId']))
  const name = find([row], names.personName, readText)
  if (id === undefined || name === undefined || isOff(row)) return []
  return [{ id, name, locationId: find([row], names.locationId, readId) }]
})

/** The active templates of a group, in its order. */
export const groupTemplatesReader = readerOf(
  'a template group with its templates',
  ({ body }): readonly ReadTemplateRow[] | undefined => {
    const { layers } = unwrap(body, recordFields.group)
    return listOf(layers, groupTemplates)?.filter(isFields).flatMap(templateRow)
  },
)

/** One template, as far as it says of itself what it asks. */
export const deskTemplateReader = readerOf(
  'a form template',
  ({ body }): ReadDeskTemplate | undefined => {
    const { layers } = unwrap(body, templateFields)
    const name = find(layers, names.personName, readText)
    if (name === undefined) return undefined
    const version = find(layers, names.version, readId)
    const sections = listOf(layers, ['formTemplateSections', 'sections', 'pages']) ?? []
    return {
      name,
      version: version !== undefined && Number.isInteger(Number(version)) ? Number(version) : null,
      sections: sections.filter(isFields).map((section) => ({
        name: find([section], names.personName, readText) ?? null,
        elements: elementsIn(listOf([section], ['formElements', 'elements', 'fields']) ?? []),
      })),
    }
  },
)

/** The fields of a template in one flat list. */
export const elementsReader = readerOf('the elements of a form template', ({ body }) => {
  const page = readPage(body)
  return page && elementsIn(page.items)
})

function templateRow(row: Fields): ReadTemplateRow[] {
  const id = readId(pick(row, ['id', 'formTemplateId']))
  const name = find([row], names.personName, readText)
  if (id === undefined || name === undefined || isOff(row)) return []
  return [{ id, name, isStaffOnly: find([row], ['isStaffOnly', 'staffOnly'], readFlag) ?? false }]
}

const isOff = (row: Fields) => find([row], names.isActive, readFlag) === false

/** Children stand after their parent. */
function elementsIn(items: readonly unknown[]): readonly ReadElement[] {
  return items.filter(isFields).flatMap((item) => {
    const label = find([item], ['label', 'name', 'title', 'question'], readText)
    const code = Number(find([item], ['elementType', 'type'], readId))
    const own: ReadElement[] =
      label === undefined
        ? []
        : [
            {
              id: readId(pick(item, ['id', 'elementId', 'formElementId'])),
              label,
              kind: elementTypeOf(code),
              isRequired: find([item], ['required', 'isRequired'], readFlag) ?? false,
              isForStaff: find([item], ['patientViewable'], readFlag) === false,
              options: (listOf([item], ['options', 'choices']) ?? []).flatMap(
                (option) => readText(option) ?? [],
              ),
              attribute: find([item], names.attribute, readText),
            },
          ]
    return [...own, ...elementsIn(listOf([item], ['children']) ?? [])]
  })
}
