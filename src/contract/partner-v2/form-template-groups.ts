import { z } from 'zod'
import { formTemplateGroup, formTemplateGroupSummary } from '../form-template.ts'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { locationPath, pageOf, pageQuery, pathId } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/form'
const section = 'Form template groups and form templates'
const inLocation = z.strictObject(locationPath)
const inGroup = z.strictObject({ ...locationPath, groupId: pathId })
const paged = z.strictObject(pageQuery)
const listed = assumed(formTemplateGroupSummary, 'partner-form-template-shape')
const single = assumed(formTemplateGroup, 'partner-form-template-shape')

/** Form template groups, of one location or of the whole account. */
export const formTemplateGroups = {
  /** Groups of the location. Partner API v2, “Form template groups and form templates”. */
  listForLocation: defineOperation({
    id: 'partner.formTemplateGroups.listForLocation',
    interface: 'partner',
    method: 'GET',
    path: `${base}/group`,
    section,
    summary: 'List the template groups of a location.',
    params: inLocation,
    query: paged,
    answer: pageOf(listed),
    status: 200,
    assumes: ['template-group-inactive-listed'],
  }),

  /**
   * One group of the location, with its templates.
   * Partner API v2, “Form template groups and form templates”.
   */
  getForLocation: defineOperation({
    id: 'partner.formTemplateGroups.getForLocation',
    interface: 'partner',
    method: 'GET',
    path: `${base}/group/{groupId}`,
    section,
    summary: 'One template group of a location, with its templates.',
    params: inGroup,
    answer: single,
    status: 200,
  }),

  /**
   * Groups of the whole account, whatever their location.
   * Partner API v2, “Form template groups and form templates”.
   */
  list: defineOperation({
    id: 'partner.formTemplateGroups.list',
    interface: 'partner',
    method: 'GET',
    path: `${base}/template/groups`,
    section,
    summary: 'List the template groups of the account.',
    params: inLocation,
    query: paged,
    answer: pageOf(listed),
    status: 200,
    assumes: ['template-group-inactive-listed'],
  }),

  /**
   * One group of the account, with its templates.
   * Partner API v2, “Form template groups and form templates”.
   */
  get: defineOperation({
    id: 'partner.formTemplateGroups.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/template/groups/{groupId}`,
    section,
    summary: 'One template group of the account, with its templates.',
    params: inGroup,
    answer: single,
    status: 200,
  }),
}
