import { z } from 'zod'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { accountId, id, pageOf, pageQuery, pathId } from '../values.ts'

const base = '/partner/v2/account/{accountId}/category'
const section = 'Categories'

const category = assumed(
  z.looseObject({
    id,
    name: z.string().nullish(),
    description: z.string().nullish(),
    isCrmTracked: z.boolean().nullish().describe('False for a plain grouping.'),
    crmStatusGroupId: id.nullish(),
    isActive: z.boolean().nullish(),
  }),
  'category-shape',
).meta({ id: 'Category' })

/** Service categories of an account. */
export const categories = {
  /** A page of categories. Partner API v2, “Categories”. */
  list: defineOperation({
    id: 'partner.categories.list',
    interface: 'partner',
    method: 'GET',
    path: base,
    section,
    summary: 'List categories.',
    params: z.strictObject({ accountId }),
    query: z.strictObject(pageQuery),
    answer: pageOf(category),
    status: 200,
  }),

  /** One category. Partner API v2, “Categories”. */
  get: defineOperation({
    id: 'partner.categories.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{categoryId}`,
    section,
    summary: 'One category.',
    params: z.strictObject({ accountId, categoryId: pathId }),
    answer: category,
    status: 200,
  }),
}
