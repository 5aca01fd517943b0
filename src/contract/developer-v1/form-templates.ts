import { z } from 'zod'
import { elementCodes, formTemplate, formTemplateSummary } from '../form-template.ts'
import { get, operations } from '../operation.ts'

const base = '/service/api/developer/v1/forms/templates'

/** Form templates of the account whose credentials are used. */
export const formTemplates = operations('developer.formTemplates', 'Endpoints', {
  list: get(base, 'List form templates.', {
    answer: z.array(formTemplateSummary),
    assumes: ['inactive-listed'],
  }),

  get: get(`${base}/{form_template_id}`, 'One form template with sections and elements.', {
    answer: formTemplate,
    assumes: [...elementCodes],
  }),
})
