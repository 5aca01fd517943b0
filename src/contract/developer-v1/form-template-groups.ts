import { z } from 'zod'
import {
  formTemplateGroup,
  formTemplateGroupSummary,
  savedFormTemplateGroup,
} from '../form-template.ts'
import { assumed } from '../mark.ts'
import { del, get, operations, post, put } from '../operation.ts'

const base = '/service/api/developer/v1/forms/templates/groups'

const fields = {
  formTemplateIds: z.array(z.int()),
  name: z.string(),
  practitionerId: z.int().nullable(),
}

/** Form template groups of the account whose credentials are used. */
export const formTemplateGroups = operations('developer.formTemplateGroups', 'Endpoints', {
  /** Every group, without its templates. */
  list: get(base, "List form template groups, in the order of their templates' sortOrder.", {
    answer: z.array(formTemplateGroupSummary),
    assumes: ['template-group-inactive-listed', 'template-group-order'],
  }),

  get: get(`${base}/{form_template_group_id}`, 'One form template group with its templates.', {
    answer: formTemplateGroup,
  }),

  /** Creates a group. The answer has no timestamps; its message names the group. */
  create: post(base, 'Create a form template group.', {
    body: z.strictObject({ locationId: z.int(), ...fields }).meta({
      examples: [
        {
          locationId: 301,
          formTemplateIds: [601, 602],
          name: 'New patient forms',
          practitionerId: null,
        },
      ],
    }),
    answer: savedFormTemplateGroup,
    assumes: ['template-group-content-type'],
  }),

  /** Replaces a group's name, templates and practitioner. The answer has no timestamps. */
  update: put(base, 'Update a form template group.', {
    body: z.strictObject({ id: z.int(), ...fields }).meta({
      examples: [
        { id: 7011, formTemplateIds: [601, 602], name: 'First visit', practitionerId: 401 },
      ],
    }),
    answer: savedFormTemplateGroup,
    assumes: ['template-group-content-type'],
  }),

  /** Makes a group inactive; it stays on record and comes back with its templates. */
  delete: del(base, 'Make a form template group inactive.', {
    body: z.strictObject({ id: z.int() }).meta({ examples: [{ id: 7011 }] }),
    answer: formTemplateGroup,
    assumes: ['template-group-content-type', 'template-group-delete-verb'],
  }),

  listByPractitioner: get(
    `${base}/practitioner/{practitioner_id}`,
    'List the form template groups of a practitioner.',
    {
      answer: assumed(z.array(formTemplateGroupSummary), 'template-group-practitioner-list'),
      assumes: ['template-group-inactive-listed', 'template-group-order'],
    },
  ),
})
