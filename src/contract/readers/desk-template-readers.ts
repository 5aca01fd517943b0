import { elementTypeOf, type ElementType } from '../form-elements.ts'
import type { Id } from '../values.ts'
import {
  find,
  isFields,
  pick,
  readFlag,
  readId,
  readInteger,
  readList,
  readText,
  unwrap,
  type Fields,
} from './fields.ts'
import { pageReader, readPage } from './lists.ts'
import { readerOf } from './reading.ts'

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

const rowsIn = (fields: Fields, name: string): readonly Fields[] =>
  (readList(pick(fields, name)) ?? []).filter(isFields)

/** Reads a page of active templates. */
export const templateRowsReader = pageReader('a list of form templates', 'any', templateRow)

/** Reads a page of active groups. */
export const groupRowsReader = pageReader(
  'a list of template groups',
  'any',
  (row): ReadGroupRow | undefined => {
    const id = readId(pick(row, 'id'))
    const name = readText(pick(row, 'name'))
    const isOff = readFlag(pick(row, 'active')) === false
    if (id === undefined || name === undefined || isOff) return undefined
    return { id, name, locationId: readId(pick(row, 'locationId')) }
  },
)

/** Reads the active templates of a group, in its order. */
export const groupTemplatesReader = readerOf(
  'a template group with its templates',
  ({ body }): readonly ReadTemplateRow[] | undefined =>
    find(unwrap(body, 'formTemplateGroup').layers, 'formTemplates', readList)
      ?.filter(isFields)
      .flatMap((row) => templateRow(row) ?? []),
)

/** Reads one template, with those of its questions that it gives. */
export const deskTemplateReader = readerOf(
  'a form template',
  ({ body }): ReadDeskTemplate | undefined => {
    const [fields] = unwrap(body, 'formTemplate').layers
    const name = fields && readText(pick(fields, 'name'))
    if (fields === undefined || name === undefined) return undefined
    return {
      name,
      version: readInteger(pick(fields, 'version')) ?? null,
      sections: rowsIn(fields, 'formTemplateSections').map((section) => ({
        name: readText(pick(section, 'name')) ?? null,
        elements: elementsIn(rowsIn(section, 'formElements')),
      })),
    }
  },
)

/** Reads the fields of a template in one flat list. */
export const elementsReader = readerOf('the elements of a form template', (answer) => {
  const page = readPage(answer)
  return page && elementsIn(page.items.filter(isFields))
})

function templateRow(row: Fields): ReadTemplateRow | undefined {
  const id = readId(pick(row, 'id'))
  const name = readText(pick(row, 'name'))
  const isOff = readFlag(pick(row, 'isActive')) === false
  if (id === undefined || name === undefined || isOff) return undefined
  return { id, name, isStaffOnly: readFlag(pick(row, 'isStaffOnly')) ?? false }
}

/** Children stand after their parent. */
function elementsIn(items: readonly Fields[]): readonly ReadElement[] {
  return items.flatMap((item) => {
    const label = readText(pick(item, 'label'))
    const own = label === undefined ? [] : [elementIn(item, label)]
    return [...own, ...elementsIn(rowsIn(item, 'children'))]
  })
}

function elementIn(item: Fields, label: string): ReadElement {
  return {
    id: readId(pick(item, 'id')),
    label,
    kind: elementTypeOf(readInteger(pick(item, 'elementType')) ?? NaN),
    isRequired: readFlag(pick(item, 'required')) ?? false,
    isForStaff: readFlag(pick(item, 'patientViewable')) === false,
    options: (readList(pick(item, 'options')) ?? []).flatMap((option) => readText(option) ?? []),
    attribute: readText(pick(item, 'attribute')),
  }
}
