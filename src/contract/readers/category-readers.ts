import { sameId, type Id } from '../values.ts'
import { readMoment } from './dates.ts'
import { find, readFlag, readId, readNumber, readText, unwrap, type Fields } from './fields.ts'
import { readerOf } from './reading.ts'
import { at, readersOf, recordOf, type Found } from './records.ts'

const description = at('description', readText)
const name = at('name', readText)

/** A service category (assumption `category-shape`); `groupId` is the pipeline by which it is tracked. */
const category = recordOf({ name, description, groupId: at('crmStatusGroupId', readId) })

/** A pipeline of stages (assumption `crm-shape`). */
const crmGroup = recordOf({ name, description, isActive: at('isActive', readFlag, true) })
export type ReadCrmGroup = Found<typeof crmGroup>

const crmStatus = recordOf({ name, order: at('sortOrder', readNumber, 0) })

const position = (category: string, status: string) => (layers: readonly Fields[]) => ({
  categoryId: find(layers, category, readId),
  statusId: find(layers, status, readId),
})
export type ReadPosition = ReturnType<ReturnType<typeof position>>

/** Move of a patient from one position to another; `at`: ms since 1970 (assumption `patient-category-shape`). */
const transition = recordOf({
  patientId: at('patientId', readId),
  at: at('transitionedAt', readMoment),
  from: position('fromCategoryId', 'fromCrmStatusId'),
  to: position('toCategoryId', 'toCrmStatusId'),
  note: at('note', readText),
})

export const categoryReaders = {
  category: readersOf({ list: 'categories', one: 'category' }, 'some', category),
  group: readersOf(
    { list: 'CRM status groups', one: 'CRM status group', name: 'crmStatusGroup' },
    'some',
    crmGroup,
  ),
  status: readersOf(
    { list: 'CRM statuses', one: 'CRM status', name: 'crmStatus' },
    'some',
    crmStatus,
  ),
  transition: readersOf({ list: 'category transitions', one: 'transition' }, 'some', transition),
}

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
