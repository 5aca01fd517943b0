import { z } from 'zod'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { accountId, colour, id, pageOf, pageQuery, pathId } from '../values.ts'

const base = '/partner/v2/account/{accountId}/crm-status-group'
const section = 'CRM status groups'
const paged = z.strictObject(pageQuery)
const inGroup = z.strictObject({ accountId, groupId: pathId })

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
export const crmStatusGroups = {
  /** A page of groups. Partner API v2, “CRM status groups”. */
  list: defineOperation({
    id: 'partner.crmStatusGroups.list',
    interface: 'partner',
    method: 'GET',
    path: base,
    section,
    summary: 'List CRM status groups.',
    params: z.strictObject({ accountId }),
    query: paged,
    answer: pageOf(crmStatusGroup),
    status: 200,
  }),

  /** One group. Partner API v2, “CRM status groups”. */
  get: defineOperation({
    id: 'partner.crmStatusGroups.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{groupId}`,
    section,
    summary: 'One CRM status group.',
    params: inGroup,
    answer: crmStatusGroup,
    status: 200,
  }),

  /** A page of a group's statuses. Partner API v2, “CRM status groups”. */
  listStatuses: defineOperation({
    id: 'partner.crmStatusGroups.listStatuses',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{groupId}/status`,
    section,
    summary: 'List the statuses of a CRM status group.',
    params: inGroup,
    query: paged,
    answer: pageOf(crmStatus),
    status: 200,
  }),

  /** One status of a group. Partner API v2, “CRM status groups”. */
  getStatus: defineOperation({
    id: 'partner.crmStatusGroups.getStatus',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{groupId}/status/{statusId}`,
    section,
    summary: 'One status of a CRM status group.',
    params: z.strictObject({ accountId, groupId: pathId, statusId: pathId }),
    answer: crmStatus,
    status: 200,
  }),
}
