import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { notFound } from '../http/refusal.ts'
import { byId, paginate, presentPage, sortable } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { ownFields } from '../present.ts'
import type { CrmStatus } from '../state/crm.ts'
import { inAccount, ofAccount } from '../state/lookup.ts'

const { crmStatusGroups } = contract.partner

const inOrder = ({ sortOrder, id }: CrmStatus) => `${sortable(sortOrder)} ${sortable(id)}`

/** Pipelines of the account and their stages. */
export const crmStatusGroupRoutes = [
  route(crmStatusGroups.list, ({ state, account, query }) => {
    const groups = ofAccount(state.crmStatusGroups, account.id)
    return presentPage(paginate(groups, query, byId), ownFields)
  }),

  route(crmStatusGroups.get, ({ state, account, params }) => {
    const group = inAccount(state.crmStatusGroups, account.id, params.groupId)
    return group ? ok(ownFields(group)) : notFound('CRM status group')
  }),

  route(crmStatusGroups.listStatuses, ({ state, account, params, query }) => {
    const group = inAccount(state.crmStatusGroups, account.id, params.groupId)
    if (!group) return notFound('CRM status group')
    const statuses = ofAccount(state.crmStatuses, account.id).filter(
      ({ crmStatusGroupId }) => crmStatusGroupId === group.id,
    )
    return presentPage(paginate(statuses, query, inOrder), ownFields)
  }),

  route(crmStatusGroups.getStatus, ({ state, account, params }) => {
    const group = inAccount(state.crmStatusGroups, account.id, params.groupId)
    const status = inAccount(state.crmStatuses, account.id, params.statusId)
    return group && status?.crmStatusGroupId === group.id
      ? ok(ownFields(status))
      : notFound('CRM status')
  }),
]
