import { z } from 'zod'
import { formTemplateGroup, formTemplateGroupSummary } from '../form-template.ts'
import { assumed } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { pageOf, pageQuery } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/form'
const paged = z.strictObject(pageQuery)
const listed = assumed(formTemplateGroupSummary, 'partner-form-template-shape')
const single = assumed(formTemplateGroup, 'partner-form-template-shape')

/** Form template groups, of one location or of the whole account. */
export const formTemplateGroups = operations(
  'partner.formTemplateGroups',
  'Form template groups and form templates',
  {
    listForLocation: get(`${base}/group`, 'List the template groups of a location.', {
      query: paged,
      answer: pageOf(listed),
      assumes: ['template-group-inactive-listed'],
    }),

    getForLocation: get(
      `${base}/group/{groupId}`,
      'One template group of a location, with its templates.',
      { answer: single },
    ),

    list: get(`${base}/template/groups`, 'List the template groups of the account.', {
      query: paged,
      answer: pageOf(listed),
      assumes: ['template-group-inactive-listed'],
    }),

    get: get(
      `${base}/template/groups/{groupId}`,
      'One template group of the account, with its templates.',
      { answer: single },
    ),
  },
)
