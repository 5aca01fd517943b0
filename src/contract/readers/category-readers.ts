import { sameId, type Id } from '../values.ts'
import { readMoment } from './dates.ts'
import { find, unwrap } from './layers.ts'
import { readPage } from './lists.ts'
import { readerOf } from './reading.ts'
import { isFields, pick, type Fields } from './record.ts'
import { readFlag, readId, readPatientId, readText } from './values.ts'
import { names } from './vocabulary.ts'

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

/** Where a patient is: in a category, and there perhaps at a stage. */
export interface ReadPosition {
  readonly categoryId: Id | undefined
  readonly statusId: Id | undefined
}

/** How a patient came from one position to another; `at`: ms since 1970. */
export interface ReadTransition {
  readonly id: Id
  readonly patientId: Id | undefined
  readonly at: number | undefined
  readonly from: ReadPosition
  readonly to: ReadPosition
  readonly note: string | undefined
}

const wrappers = [
  'category',
  'patientCategory',
  'transition',
  'crmStatusGroup',
  'crmStatus',
  'record',
]
const named = ['name', 'title', 'displayName', 'label']

/** A page of rows; rows without an id are none, and a page of such rows alone cannot be read. */
const pageOf = <T>(expected: string, rowIn: (row: Fields) => T | undefined) =>
  readerOf(expected, ({ status, body, headers }) => {
    if (status === 204) return { items: [] as T[], nextCursor: null }
    const page = readPage(body, headers)
    const items = page?.items.filter(isFields).flatMap((row) => rowIn(row) ?? [])
    return !page || !items || (items.length === 0 && page.items.length > 0)
      ? undefined
      : { items, nextCursor: page.nextCursor }
  })
/** The one row that was asked for. */
const oneOf = <T extends { readonly id: Id }>(
  expected: string,
  rowIn: (row: Fields) => T | undefined,
) => {
  return (asked: Id) =>
    readerOf(expected, ({ body }) => {
      const fields = unwrap(body, wrappers).layers[0]
      const row = fields && rowIn(fields)
      return row && sameId(row.id, asked) ? row : undefined
    })
}

/** Categories of the account (assumption `category-shape`). */
export const categoriesReader = pageOf('a list of categories', categoryRow)
export const categoryReader = oneOf('the category that was asked for', categoryRow)

/** Pipelines and their stages (assumption `crm-shape`). */
export const crmGroupsReader = pageOf('a list of CRM status groups', groupRow)
export const crmGroupReader = oneOf('the CRM status group that was asked for', groupRow)
export const crmStatusesReader = pageOf('a list of CRM statuses', statusRow)
export const crmStatusReader = oneOf('the CRM status that was asked for', statusRow)

/** Where the patient is now, and since when (assumption `patient-category-shape`). */
export const patientCategoryReader = (patientId: Id) =>
  readerOf('the category of the patient', ({ body }) => {
    const fields = unwrap(body, wrappers).layers[0]
    const categoryId = fields && readId(pick(fields, ['categoryId', 'category.id', 'category']))
    if (!fields || categoryId === undefined) return undefined
    const whose = readPatientId(pick(fields, names.patientId))
    if (whose !== undefined && !sameId(whose, patientId)) return undefined
    return {
      categoryId,
      statusId: readId(pick(fields, ['crmStatusId', 'statusId', 'crmStatus.id'])),
      since: find([fields], ['assignedAt', 'since', 'startedAt'], readMoment),
    }
  })

/** How the patient came there (assumption `patient-category-shape`). */
export const transitionsReader = pageOf('a list of category transitions', transitionRow)
export const transitionReader = oneOf('the transition that was asked for', transitionRow)

function categoryRow(row: Fields): ReadCategory | undefined {
  const id = readId(pick(row, ['id', 'categoryId']))
  if (id === undefined) return undefined
  return {
    ...{ id, name: readText(pick(row, named)), description: readText(pick(row, ['description'])) },
    groupId: readId(pick(row, ['crmStatusGroupId', 'statusGroupId', 'crmStatusGroup.id'])),
  }
}

function groupRow(row: Fields): ReadCrmGroup | undefined {
  const id = readId(pick(row, ['id', 'crmStatusGroupId', 'groupId']))
  if (id === undefined) return undefined
  return {
    ...{ id, name: readText(pick(row, named)), description: readText(pick(row, ['description'])) },
    isActive: find([row], names.isActive, readFlag) ?? true,
  }
}

function statusRow(row: Fields): ReadCrmStatus | undefined {
  const id = readId(pick(row, ['id', 'crmStatusId', 'statusId']))
  if (id === undefined) return undefined
  const order = Number(pick(row, ['sortOrder', 'order', 'position']) ?? NaN)
  return { id, name: readText(pick(row, named)), order: Number.isNaN(order) ? 0 : order }
}

function transitionRow(row: Fields): ReadTransition | undefined {
  const id = readId(pick(row, ['id', 'transitionId']))
  if (id === undefined) return undefined
  const idAt = (name: string) => readId(pick(row, [name]))
  return {
    ...{ id, patientId: readPatientId(pick(row, names.patientId)) },
    at: find([row], ['transitionedAt', 'changedAt', 'createdAt'], readMoment),
    from: { categoryId: idAt('fromCategoryId'), statusId: idAt('fromCrmStatusId') },
    to: { categoryId: idAt('toCategoryId'), statusId: idAt('toCrmStatusId') },
    note: readText(pick(row, ['note', 'reason', 'comment'])),
  }
}
