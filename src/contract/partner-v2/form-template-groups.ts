import { z } from 'zod'
import { formTemplateGroup, formTemplateGroupSummary } from '../form-template.ts'
import { assumed } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { locationPath, pageOf, pageQuery, pathId } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/form'
const inLocation = z.strictObject(locationPath)
const inGroup = z.strictObject({ ...locationPath, groupId: pathId })
const paged = z.strictObject(pageQuery)
const listed = assumed(formTemplateGroupSummary, 'partner-form-template-shape')
const single = assumed(formTemplateGroup, 'partner-form-template-shape')

/** Form template groups, of one location or of the whole account. */
export const formTemplateGroups = operations(
  'partner.formTemplateGroups',
  'Form template groups and form templates',
  {
    listForLocation: get(`${base}/group`, 'List the template groups of a location.', {
      params: inLocation,
      query: paged,
      answer: pageOf(listed),
      assumes: ['template-group-inactive-listed'],
    }),

    /** One group of the location, with its templates. */
    getForLocation: get(
      `${base}/group/{groupId}`,
      'One template group of a location, with its templates.',
      {
        params: inGroup,
        answer: single,
      },
    ),

    /** Lists the groups of the whole account, at all locations. */
    list: get(`${base}/template/groups`, 'List the template groups of the account.', {
      params: inLocation,
      query: paged,
      answer: pageOf(listed),
      assumes: ['template-group-inactive-listed'],
    }),

    /** One group of the account, with its templates. */
    get: get(
      `${base}/template/groups/{groupId}`,
      'One template group of the account, with its templates.',
      {
        params: inGroup,
        answer: single,
      },
    ),
  },
)
