import { z } from 'zod'
import { formTemplateGroup, formTemplateGroupSummary } from '../form-template.ts'
import { defineOperation } from '../operation.ts'
import { id } from '../values.ts'

const base = '/service/api/developer/v1/forms/templates/groups'
const section = 'Endpoints'

/** Form template groups of the account whose credentials are used. */
export const formTemplateGroups = {
  /** Every group, without its templates. */
  list: defineOperation({
    id: 'developer.formTemplateGroups.list',
    interface: 'developer',
    method: 'GET',
    path: base,
    section,
    summary: "List form template groups, in the order of their templates' sortOrder.",
    answer: z.array(formTemplateGroupSummary),
    status: 200,
    assumes: ['developer-unauthorized'],
  }),

  /** One group with its templates and its public link. */
  get: defineOperation({
    id: 'developer.formTemplateGroups.get',
    interface: 'developer',
    method: 'GET',
    path: `${base}/{form_template_group_id}`,
    section,
    summary: 'One form template group with its templates.',
    params: z.strictObject({ form_template_group_id: id }),
    answer: formTemplateGroup,
    status: 200,
    assumes: ['developer-unauthorized'],
  }),
}
