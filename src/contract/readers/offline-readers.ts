import type { z } from 'zod'
import type { CalendarDate } from '../../shared/calendar-date.ts'
import { formTemplate } from '../form-template.ts'
import type { Id } from '../values.ts'
import { readDate } from './dates.ts'
import { find, present, unwrap } from './layers.ts'
import { readPage } from './lists.ts'
import { readerOf } from './reading.ts'
import { isFields, pick, type Fields } from './record.ts'
import { readFlag, readId, readText } from './values.ts'
import { names, recordFields } from './vocabulary.ts'

/** A template as it is drawn, with its version where it names one. */
export interface ReadTemplate {
  readonly version: number | null
  readonly template: z.infer<typeof formTemplate>
}

/** What tells whether a person is the one of an appointment. */
export interface ReadPerson {
  readonly lastName: string | undefined
  readonly dateOfBirth: CalendarDate | undefined
  readonly phone: string | undefined
  readonly email: string | undefined
}

const templateFields = ['formTemplate', 'template', 'form', 'record', 'resource']
const groupTemplates = ['formTemplates', 'templates', 'forms']

/** The version of a template: a whole number. */
const versionOf = (layers: readonly Fields[]) =>
  find(layers, ['version', 'versionNumber'], (value) => {
    const version = Number(value)
    return Number.isInteger(version) ? version : undefined
  }) ?? null

/** One template with all that is drawn of it. */
export const templateReader = readerOf('a form template', ({ body }): ReadTemplate | undefined => {
  const { layers } = unwrap(body, templateFields)
  for (const layer of layers) {
    const template = formTemplate.safeParse(layer)
    if (template.success) return { version: versionOf(layers), template: template.data }
  }
  return undefined
})

/** The ids of a group's templates that patients fill in, in its order. */
export const groupReader = readerOf('a template group with its templates', ({ body }) => {
  const { layers } = unwrap(body, recordFields.group)
  const listed = find(layers, groupTemplates, (value) => (Array.isArray(value) ? value : undefined))
  if (!listed) return undefined
  const forPatients = listed.filter(isFields).filter(isForPatients)
  return forPatients.flatMap((item) => readId(pick(item, ['id', 'formTemplateId'])) ?? [])
})

function isForPatients(item: Fields): boolean {
  const [active, staffOnly] = [
    ['isActive', 'active'],
    ['isStaffOnly', 'staffOnly'],
  ].map((fields) => find([item], fields, readFlag))
  return active !== false && staffOnly !== true
}

/** A page of templates: their ids and versions. */
export const versionsReader = readerOf('a list of form templates', ({ body, headers }) => {
  const page = readPage(body, headers)
  return page && { ...page, items: page.items.filter(isFields).flatMap(versionsOf) }
})

function versionsOf(item: Fields) {
  const id = readId(pick(item, ['id', 'formTemplateId']))
  return id === undefined ? [] : [{ id, version: versionOf([item]) }]
}

/** The attributes of a template's elements, by the element's id. */
export const attributesReader = readerOf('the attributes of a form template', ({ body }) => {
  const page = readPage(body)
  if (!page) return undefined
  const pairs = page.items.filter(isFields).flatMap((item) => {
    const element = readId(pick(item, ['elementId', 'formElementId', 'element.id']))
    const attribute = readText(pick(item, ['attribute', 'name', 'key']))
    return element === undefined || attribute === undefined
      ? []
      : [[String(element), attribute] as const]
  })
  return new Map(pairs)
})

/** What tells whether a person is this patient; undefined where the record is another one's. */
export const personReader = (asked: Id) =>
  readerOf('the patient that was asked for', ({ body }): ReadPerson | undefined => {
    const { layers } = unwrap(body, recordFields.patient)
    const id = find(layers, names.id, readId)
    if (layers.length === 0 || (id !== undefined && String(id) !== String(asked))) return undefined
    return {
      lastName: find(layers, ['lastName', 'familyName', 'surname', 'name.family'], readText),
      dateOfBirth: readDate(present(layers, names.dateOfBirth)),
      phone: find(layers, ['mobilePhone', 'phone', 'phoneNumber', 'mobile', 'cellPhone'], readText),
      email: find(layers, ['email', 'emailAddress', 'mail'], readText),
    }
  })
