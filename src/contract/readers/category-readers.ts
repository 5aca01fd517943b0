import { sameId, type Id } from '../values.ts'
import { readMoment } from './dates.ts'
import { find, readFlag, readId, readNumber, readText, unwrap, type Fields } from './fields.ts'
import { readerOf } from './reading.ts'
import { at, oneReader, recordOf, rowsReader, type Found } from './records.ts'

const description = at('description', readText)
const name = at('name', readText)

/** A service category (assumption `category-shape`); `groupId` is the pipeline by which it is tracked. */
const category = recordOf({ name, description, groupId: at('crmStatusGroupId', readId) })
export type ReadCategory = Found<typeof category>

/** A pipeline of stages (assumption `crm-shape`). */
const crmGroup = recordOf({ name, description, isActive: at('isActive', readFlag, true) })
export type ReadCrmGroup = Found<typeof crmGroup>

/** A stage of a pipeline. */
const crmStatus = recordOf({ name, order: at('sortOrder', readNumber, 0) })

/** Position of a patient: a category, and perhaps a stage in it. */
export interface ReadPosition {
  readonly categoryId: Id | undefined
  readonly statusId: Id | undefined
}

const position = (category: string, status: string) => (layers: readonly Fields[]) => ({
  categoryId: find(layers, category, readId),
  statusId: find(layers, status, readId),
})

/** Move of a patient from one position to another; `at`: ms since 1970 (assumption `patient-category-shape`). */
const transition = recordOf({
  patientId: at('patientId', readId),
  at: at('transitionedAt', readMoment),
  from: position('fromCategoryId', 'fromCrmStatusId'),
  to: position('toCategoryId', 'toCrmStatusId'),
  note: at('note', readText),
})

export const categoriesReader = rowsReader('a list of categories', 'some', category)
export const categoryReader = oneReader('the category that was asked for', 'category', category)
export const crmGroupsReader = rowsReader('a list of CRM status groups', 'some', crmGroup)
export const crmGroupReader = oneReader(
  'the CRM status group that was asked for',
  'crmStatusGroup',
  crmGroup,
)
export const crmStatusesReader = rowsReader('a list of CRM statuses', 'some', crmStatus)
export const crmStatusReader = oneReader(
  'the CRM status that was asked for',
  'crmStatus',
  crmStatus,
)
export const transitionsReader = rowsReader('a list of category transitions', 'some', transition)
export const transitionReader = oneReader(
  'the transition that was asked for',
  'transition',
  transition,
)

/** Reads where the patient is now, and since when (ms since 1970; assumption `patient-category-shape`). */
export const patientCategoryReader = (patientId: Id) =>
  readerOf('the category of the patient', ({ body }) => {
    const { layers } = unwrap(body, 'patientCategory')
    const categoryId = find(layers, 'categoryId', readId)
    const whose = find(layers, 'patientId', readId)
    if (categoryId === undefined || (whose !== undefined && !sameId(whose, patientId)))
      return undefined
    const statusId = find(layers, 'crmStatusId', readId)
    return { categoryId, statusId, since: find(layers, 'assignedAt', readMoment) }
  })
