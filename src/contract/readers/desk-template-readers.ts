import { elementTypeOf } from '../form-elements.ts'
import {
  groupRow,
  templateRow,
  templatesOf,
  type ReadGroupRow,
  type ReadTemplateRow,
} from './clinic-readers.ts'
import {
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
import { readPage } from './lists.ts'
import { readerOf } from './reading.ts'
import { rowsReader } from './records.ts'

/** A field of a template. */
export type ReadElement = ReturnType<typeof elementIn>

/** A template with its pages. */
interface ReadDeskTemplate {
  readonly name: string
  readonly version: number | null
  readonly sections: readonly {
    readonly name: string | null
    readonly elements: readonly ReadElement[]
  }[]
}

const rowsIn = (fields: Fields, name: string): readonly Fields[] =>
  (readList(pick(fields, name)) ?? []).filter(isFields)

/** True for what can be chosen: it is active, and has a name. */
const isOffered = ({ name, isActive }: ReadTemplateRow | ReadGroupRow) => isActive && name !== ''

/** Reads a page of active templates. */
export const templateRowsReader = rowsReader('a list of form templates', 'any', (layers) => {
  const row = templateRow(layers)
  return row && isOffered(row) ? row : undefined
})

/** Reads a page of active groups. */
export const groupRowsReader = rowsReader('a list of template groups', 'any', (layers) => {
  const row = groupRow(layers)
  return row && isOffered(row) ? row : undefined
})

/** Reads the active templates of a group, in its order. */
export const groupTemplatesReader = readerOf('a template group with its templates', ({ body }) =>
  templatesOf(unwrap(body, 'formTemplateGroup').layers)?.filter(isOffered),
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

/** Children stand after their parent. */
function elementsIn(items: readonly Fields[]): readonly ReadElement[] {
  return items.flatMap((item) => {
    const label = readText(pick(item, 'label'))
    const own = label === undefined ? [] : [elementIn(item, label)]
    return [...own, ...elementsIn(rowsIn(item, 'children'))]
  })
}

function elementIn(item: Fields, label: string) {
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
