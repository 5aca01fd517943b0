import { z } from 'zod'
import { formElement, formTemplate, formTemplateSummary } from '../form-template.ts'
import { defineOperation } from '../operation.ts'
import { id, locationPath, pageOf, pageQuery } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/form/template'
const section = 'Form template groups and form templates'
const inTemplate = z.strictObject({ ...locationPath, formTemplateId: id })

/** Form templates of a location. */
export const formTemplates = {
  /** A page of active templates. */
  list: defineOperation({
    id: 'partner.formTemplates.list',
    interface: 'partner',
    method: 'GET',
    path: base,
    section,
    summary: 'List active templates; filter by appointment type and staff-only visibility.',
    params: z.strictObject(locationPath),
    query: z.strictObject({
      ...pageQuery,
      appointmentTypeId: id.optional(),
      isStaffOnly: z.boolean().optional(),
    }),
    answer: pageOf(formTemplateSummary),
    status: 200,
    assumes: ['list-pages', 'list-filters', 'partner-form-template-shape'],
  }),

  /** One template with every section and element. */
  get: defineOperation({
    id: 'partner.formTemplates.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{formTemplateId}`,
    section,
    summary: 'One template including all elements.',
    params: inTemplate,
    answer: formTemplate,
    status: 200,
    assumes: [
      'partner-form-template-shape',
      'element-type-codes',
      'element-options',
      'element-visibility',
    ],
  }),

  /** The named mappings of a template's fields. */
  listAttributes: defineOperation({
    id: 'partner.formTemplates.listAttributes',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{formTemplateId}/attributes`,
    section,
    summary: 'Mapped attributes of a template, usable for prefill and extraction.',
    params: inTemplate,
    answer: z.looseObject({
      items: z.array(
        z.looseObject({
          attribute: z.string(),
          lifecycle: z.string().nullish(),
          elementId: id.nullish(),
        }),
      ),
    }),
    status: 200,
    assumes: ['form-template-attributes-shape'],
  }),

  /** The fields of a template in one flat list, children after their parent. */
  listElements: defineOperation({
    id: 'partner.formTemplates.listElements',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{formTemplateId}/elements`,
    section,
    summary: 'Elements of a template with type, label and optional attribute mapping.',
    params: inTemplate,
    answer: z.looseObject({ items: z.array(formElement) }),
    status: 200,
    assumes: [
      'form-template-elements-shape',
      'element-type-codes',
      'element-options',
      'element-visibility',
    ],
  }),
}
