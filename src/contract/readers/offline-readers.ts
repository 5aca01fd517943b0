import type { z } from 'zod'
import type { CalendarDate } from '../../shared/calendar-date.ts'
import { formTemplate } from '../form-template.ts'
import { sameId, type Id } from '../values.ts'
import { templatesOf } from './clinic-readers.ts'
import { readDate } from './dates.ts'
import { find, isFields, pick, readId, readInteger, readText, unwrap } from './fields.ts'
import { readPage } from './lists.ts'
import { readerOf } from './reading.ts'
import { at, recordOf, rowsReader } from './records.ts'

/** A template as it is drawn, with its version where it names one. */
export interface ReadTemplate {
  readonly version: number | null
  readonly template: z.infer<typeof formTemplate>
}

/** Details that tell if a person is the one of an appointment. */
export interface ReadPerson {
  readonly lastName: string | undefined
  readonly dateOfBirth: CalendarDate | undefined
  readonly phone: string | undefined
  readonly email: string | undefined
}

/** Reads one template with all that is drawn of it. */
export const templateReader = readerOf('a form template', ({ body }): ReadTemplate | undefined => {
  const { layers } = unwrap(body, 'formTemplate')
  const version = find(layers, 'version', readInteger) ?? null
  for (const layer of layers) {
    const template = formTemplate.safeParse(layer)
    if (template.success) return { version, template: template.data }
  }
  return undefined
})

/** Reads the ids of a group's templates that patients fill in, in its order. */
export const groupReader = readerOf('a template group with its templates', ({ body }) =>
  templatesOf(unwrap(body, 'formTemplateGroup').layers)
    ?.filter(({ isActive, isStaffOnly }) => isActive && !isStaffOnly)
    .map(({ id }) => id),
)

/** Reads a page of templates: their ids and versions. */
export const versionsReader = rowsReader(
  'a list of form templates',
  'any',
  recordOf({ version: at('version', readInteger, null) }),
)

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

/** Reads what tells whether a person is this patient; undefined where the record is another one's. */
export const personReader = (asked: Id) =>
  readerOf('the patient that was asked for', ({ body }): ReadPerson | undefined => {
    const { layers } = unwrap(body, 'patient')
    const id = find(layers, 'id', readId)
    if (layers.length === 0 || (id !== undefined && !sameId(id, asked))) return undefined
    return {
      lastName: find(layers, 'lastName', readText),
      dateOfBirth: find(layers, 'dateOfBirth', readDate),
      phone: find(layers, 'mobilePhone', readText),
      email: find(layers, 'email', readText),
    }
  })
