import { z } from 'zod'
import { elementCodes, formTemplate, formTemplateSummary } from '../form-template.ts'
import { defineOperation } from '../operation.ts'
import { integerId } from '../values.ts'

const base = '/service/api/developer/v1/forms/templates'
const section = 'Endpoints'

/** Form templates of the account whose credentials are used. */
export const formTemplates = {
  /** Every template. Developer API v1, “Endpoints”. */
  list: defineOperation({
    id: 'developer.formTemplates.list',
    interface: 'developer',
    method: 'GET',
    path: base,
    section,
    summary: 'List form templates.',
    answer: z.array(formTemplateSummary),
    status: 200,
    assumes: ['developer-unauthorized', 'inactive-listed'],
  }),

  /** One template with its sections and elements. Developer API v1, “Endpoints”. */
  get: defineOperation({
    id: 'developer.formTemplates.get',
    interface: 'developer',
    method: 'GET',
    path: `${base}/{form_template_id}`,
    section,
    summary: 'One form template with sections and elements.',
    params: z.strictObject({ form_template_id: integerId }),
    answer: formTemplate,
    status: 200,
    assumes: ['developer-unauthorized', ...elementCodes],
  }),
}
