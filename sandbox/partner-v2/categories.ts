import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { notFound } from '../http/refusal.ts'
import { byId, paginate, presentPage } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { ownFields } from '../present.ts'
import type { Category } from '../state/crm.ts'
import { inAccount, ofAccount } from '../state/lookup.ts'

function present(category: Category) {
  return { ...ownFields(category), isCrmTracked: category.crmStatusGroupId !== null }
}

/** Service categories of the account. */
export const categoryRoutes = [
  route(contract.partner.categories.list, ({ state, account, query }) => {
    const categories = ofAccount(state.categories, account.id)
    return presentPage(paginate(categories, query, byId), present)
  }),

  route(contract.partner.categories.get, ({ state, account, params }) => {
    const category = inAccount(state.categories, account.id, params.categoryId)
    return category ? ok(present(category)) : notFound('category')
  }),
]
