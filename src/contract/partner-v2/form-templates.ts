import { z } from 'zod'
import {
  childFormElement,
  elementCodes,
  formTemplate,
  formTemplateSummary,
} from '../form-template.ts'
import { assumed } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { filter, id, pageOf, pageQuery } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/form/template'

const versionedTemplate = assumed(
  formTemplate.extend({ version: z.int().nullish() }),
  'partner-form-template-shape',
).meta({ id: 'VersionedFormTemplate' })

/** Form templates of a location. */
export const formTemplates = operations(
  'partner.formTemplates',
  'Form template groups and form templates',
  {
    list: get(
      base,
      'List active templates; filter by appointment type and staff-only visibility.',
      {
        query: z.strictObject({
          ...pageQuery,
          appointmentTypeId: filter(id),
          isStaffOnly: filter(z.boolean()),
        }),
        answer: pageOf(assumed(formTemplateSummary, 'partner-form-template-shape')),
      },
    ),

    get: get(`${base}/{formTemplateId}`, 'One template including all elements.', {
      answer: versionedTemplate,
      assumes: [...elementCodes],
    }),

    listAttributes: get(
      `${base}/{formTemplateId}/attributes`,
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

    /** The fields of a template in one flat list, children after their parent. */
    listElements: get(
      `${base}/{formTemplateId}/elements`,
      'Elements of a template with type, label and optional attribute mapping.',
      {
        answer: assumed(
          z.looseObject({ items: z.array(childFormElement) }),
          'form-template-elements-shape',
        ),
        assumes: ['whole-lists', ...elementCodes],
      },
    ),
  },
)
