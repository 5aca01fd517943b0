import { z } from 'zod'
import { assumed } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { colour, id, pageOf, pageQuery } from '../values.ts'

const base = '/partner/v2/account/{accountId}/crm-status-group'
const paged = z.strictObject(pageQuery)

const crmStatusGroup = assumed(
  z.looseObject({
    id,
    name: z.string().nullish(),
    description: z.string().nullish(),
    isActive: z.boolean().nullish(),
  }),
  'crm-shape',
).meta({ id: 'CrmStatusGroup' })
const crmStatus = assumed(
  z.looseObject({
    id,
    crmStatusGroupId: id.nullish(),
    name: z.string().nullish(),
    color: colour.nullish(),
    sortOrder: z.int().nullish(),
  }),
  'crm-shape',
).meta({ id: 'CrmStatus' })

/** Reusable pipelines and their stages. */
export const crmStatusGroups = operations('partner.crmStatusGroups', 'CRM status groups', {
  list: get(base, 'List CRM status groups.', { query: paged, answer: pageOf(crmStatusGroup) }),

  get: get(`${base}/{groupId}`, 'One CRM status group.', { answer: crmStatusGroup }),

  listStatuses: get(`${base}/{groupId}/status`, 'List the statuses of a CRM status group.', {
    query: paged,
    answer: pageOf(crmStatus),
  }),

  getStatus: get(`${base}/{groupId}/status/{statusId}`, 'One status of a CRM status group.', {
    answer: crmStatus,
  }),
})
