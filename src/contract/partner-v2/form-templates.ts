import { z } from 'zod'
import {
  childFormElement,
  elementCodes,
  formTemplate,
  formTemplateSummary,
} from '../form-template.ts'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { filter, id, locationPath, pageOf, pageQuery, pathId } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/form/template'
const section = 'Form template groups and form templates'
const inTemplate = z.strictObject({ ...locationPath, formTemplateId: pathId })

const versionedTemplate = assumed(
  formTemplate.extend({ version: z.int().nullish() }),
  'partner-form-template-shape',
).meta({ id: 'VersionedFormTemplate' })

/** Form templates of a location. */
export const formTemplates = {
  /** A page of active templates. Partner API v2, “Form template groups and form templates”. */
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
      appointmentTypeId: filter(id),
      isStaffOnly: filter(z.boolean()),
    }),
    answer: pageOf(assumed(formTemplateSummary, 'partner-form-template-shape')),
    status: 200,
  }),

  /**
   * One template with every section and element.
   * Partner API v2, “Form template groups and form templates”.
   */
  get: defineOperation({
    id: 'partner.formTemplates.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{formTemplateId}`,
    section,
    summary: 'One template including all elements.',
    params: inTemplate,
    answer: versionedTemplate,
    status: 200,
    assumes: [...elementCodes],
  }),

  /**
   * The named mappings of a template's fields.
   * Partner API v2, “Form template groups and form templates”.
   */
  listAttributes: defineOperation({
    id: 'partner.formTemplates.listAttributes',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{formTemplateId}/attributes`,
    section,
    summary: 'Mapped attributes of a template, usable for prefill and extraction.',
    params: inTemplate,
    answer: assumed(
      z.looseObject({
        items: z.array(
          z.looseObject({
            attribute: z.string(),
            lifecycle: z.string().nullish(),
            elementId: id.nullish(),
          }),
        ),
      }),
      'form-template-attributes-shape',
    ),
    status: 200,
    assumes: ['whole-lists'],
  }),

  /**
   * The fields of a template in one flat list, children after their parent.
   * Partner API v2, “Form template groups and form templates”.
   */
  listElements: defineOperation({
    id: 'partner.formTemplates.listElements',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{formTemplateId}/elements`,
    section,
    summary: 'Elements of a template with type, label and optional attribute mapping.',
    params: inTemplate,
    answer: assumed(
      z.looseObject({ items: z.array(childFormElement) }),
      'form-template-elements-shape',
    ),
    status: 200,
    assumes: ['whole-lists', ...elementCodes],
  }),
}
