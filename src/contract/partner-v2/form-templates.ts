import { z } from 'zod'
import {
  childFormElement,
  elementCodes,
  formTemplate,
  formTemplateGroup,
  formTemplateGroupSummary,
  formTemplateSummary,
} from '../form-template.ts'
import { assumed } from '../mark.ts'
import { get, operations, list } from '../operation.ts'
import { filter, id } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/form'
const listed = assumed(formTemplateGroupSummary, 'partner-form-template-shape')
const single = assumed(formTemplateGroup, 'partner-form-template-shape')

const section = 'Form template groups and form templates'
export const formTemplateGroups = operations('partner.formTemplateGroups', section, {
  listForLocation: list(`${base}/group`, 'List the template groups of a location.', listed, {
    assumes: ['template-group-inactive-listed'],
  }),

  getForLocation: get(
    `${base}/group/{groupId}`,
    'One template group of a location, with its templates.',
    { answer: single },
  ),

  list: list(`${base}/template/groups`, 'List the template groups of the account.', listed, {
    assumes: ['template-group-inactive-listed'],
  }),

  get: get(
    `${base}/template/groups/{groupId}`,
    'One template group of the account, with its templates.',
    { answer: single },
  ),
})

const versionedTemplate = assumed(
  formTemplate.extend({ version: z.int().nullish() }),
  'partner-form-template-shape',
).meta({ id: 'VersionedFormTemplate' })

export const formTemplates = operations('partner.formTemplates', section, {
  list: list(
    `${base}/template`,
    'List active templates; filter by appointment type and staff-only visibility.',
    assumed(formTemplateSummary, 'partner-form-template-shape'),
    { filters: { appointmentTypeId: filter(id), isStaffOnly: filter(z.boolean()) } },
  ),

  get: get(`${base}/template/{formTemplateId}`, 'One template including all elements.', {
    answer: versionedTemplate,
    assumes: [...elementCodes],
  }),

  listAttributes: get(
    `${base}/template/{formTemplateId}/attributes`,
    'Mapped attributes of a template, usable for prefill and extraction.',
    {
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
      assumes: ['whole-lists'],
    },
  ),

  listElements: get(
    `${base}/template/{formTemplateId}/elements`,
    'Elements of a template with type, label and optional attribute mapping.',
    {
      answer: assumed(
        z.looseObject({ items: z.array(childFormElement) }),
        'form-template-elements-shape',
      ),
      assumes: ['whole-lists', ...elementCodes],
    },
  ),
})
