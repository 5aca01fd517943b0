import { sameId, type Id } from '../values.ts'
import { readMoment } from './dates.ts'
import {
  find,
  pick,
  readFlag,
  readId,
  readNumber,
  readText,
  unwrap,
  type Fields,
} from './fields.ts'
import { pageReader } from './lists.ts'
import { readerOf } from './reading.ts'

/** A service category; undefined where the service does not say it. */
export interface ReadCategory {
  readonly id: Id
  readonly name: string | undefined
  readonly description: string | undefined
  /** The pipeline by which it is tracked. */
  readonly groupId: Id | undefined
}

/** A pipeline of stages. */
export interface ReadCrmGroup {
  readonly id: Id
  readonly name: string | undefined
  readonly description: string | undefined
  readonly isActive: boolean
}

/** A stage of a pipeline. */
export interface ReadCrmStatus {
  readonly id: Id
  readonly name: string | undefined
  readonly order: number
}

/** Position of a patient: a category, and perhaps a stage in it. */
export interface ReadPosition {
  readonly categoryId: Id | undefined
  readonly statusId: Id | undefined
}

/** Move of a patient from one position to another; `at`: ms since 1970. */
export interface ReadTransition {
  readonly id: Id
  readonly patientId: Id | undefined
  readonly at: number | undefined
  readonly from: ReadPosition
  readonly to: ReadPosition
  readonly note: string | undefined
}

/** Makes the readers of a kind of record: a page of them, and the one that was asked for. */
function readersOf<T extends object>(
  list: string,
  one: string,
  name: string,
  rowIn: (row: Fields) => T,
) {
  const withId = (row: Fields) => {
    const id = readId(pick(row, 'id'))
    return id === undefined ? undefined : { id, ...rowIn(row) }
  }
  return [
    pageReader(list, 'some', withId),
    (asked: Id) =>
      readerOf(one, ({ body }) => {
        const [fields] = unwrap(body, name).layers
        const row = fields && withId(fields)
        return row && sameId(row.id, asked) ? row : undefined
      }),
  ] as const
}

/** Categories of the account (assumption `category-shape`). */
export const [categoriesReader, categoryReader] = readersOf(
  'a list of categories',
  'the category that was asked for',
  'category',
  (row): Omit<ReadCategory, 'id'> => ({
    name: readText(pick(row, 'name')),
    description: readText(pick(row, 'description')),
    groupId: readId(pick(row, 'crmStatusGroupId')),
  }),
)

/** Pipelines and their stages (assumption `crm-shape`). */
export const [crmGroupsReader, crmGroupReader] = readersOf(
  'a list of CRM status groups',
  'the CRM status group that was asked for',
  'crmStatusGroup',
  (row): Omit<ReadCrmGroup, 'id'> => ({
    name: readText(pick(row, 'name')),
    description: readText(pick(row, 'description')),
    isActive: readFlag(pick(row, 'isActive')) ?? true,
  }),
)
export const [crmStatusesReader, crmStatusReader] = readersOf(
  'a list of CRM statuses',
  'the CRM status that was asked for',
  'crmStatus',
  (row): Omit<ReadCrmStatus, 'id'> => ({
    name: readText(pick(row, 'name')),
    order: readNumber(pick(row, 'sortOrder')) ?? 0,
  }),
)

/** Readers of a patient's moves between categories (assumption `patient-category-shape`). */
export const [transitionsReader, transitionReader] = readersOf(
  'a list of category transitions',
  'the transition that was asked for',
  'transition',
  (row): Omit<ReadTransition, 'id'> => {
    const idAt = (name: string) => readId(pick(row, name))
    return {
      patientId: idAt('patientId'),
      at: find([row], 'transitionedAt', readMoment),
      from: { categoryId: idAt('fromCategoryId'), statusId: idAt('fromCrmStatusId') },
      to: { categoryId: idAt('toCategoryId'), statusId: idAt('toCrmStatusId') },
      note: readText(pick(row, 'note')),
    }
  },
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
