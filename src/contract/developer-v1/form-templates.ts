import { z } from 'zod'
import { elementCodes, formTemplate, formTemplateSummary } from '../form-template.ts'
import { get, operations } from '../operation.ts'
import { integerId } from '../values.ts'

const base = '/service/api/developer/v1/forms/templates'

/** Form templates of the account whose credentials are used. */
export const formTemplates = operations('developer.formTemplates', 'Endpoints', {
  list: get(base, 'List form templates.', {
    answer: z.array(formTemplateSummary),
    assumes: ['developer-unauthorized', 'inactive-listed'],
  }),

  get: get(`${base}/{form_template_id}`, 'One form template with sections and elements.', {
    params: z.strictObject({ form_template_id: integerId }),
    answer: formTemplate,
    assumes: ['developer-unauthorized', ...elementCodes],
  }),
})
