import { z } from 'zod'
import { assumed } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { id, pageOf, pageQuery } from '../values.ts'

const base = '/partner/v2/account/{accountId}/category'

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
export const categories = operations('partner.categories', 'Categories', {
  list: get(base, 'List categories.', {
    query: z.strictObject(pageQuery),
    answer: pageOf(category),
  }),

  get: get(`${base}/{categoryId}`, 'One category.', { answer: category }),
})
