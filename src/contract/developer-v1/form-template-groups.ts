import { z } from 'zod'
import {
  formTemplateGroup,
  formTemplateGroupSummary,
  savedFormTemplateGroup,
} from '../form-template.ts'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { integerId } from '../values.ts'

const base = '/service/api/developer/v1/forms/templates/groups'
const section = 'Endpoints'

const fields = {
  formTemplateIds: z.array(z.int()),
  name: z.string(),
  practitionerId: z.int().nullable(),
}

/** Form template groups of the account whose credentials are used. */
export const formTemplateGroups = {
  /** Every group, without its templates. Developer API v1, “Endpoints”. */
  list: defineOperation({
    id: 'developer.formTemplateGroups.list',
    interface: 'developer',
    method: 'GET',
    path: base,
    section,
    summary: "List form template groups, in the order of their templates' sortOrder.",
    answer: z.array(formTemplateGroupSummary),
    status: 200,
    assumes: ['developer-unauthorized', 'template-group-inactive-listed', 'template-group-order'],
  }),

  /** One group with its templates and its public link. Developer API v1, “Endpoints”. */
  get: defineOperation({
    id: 'developer.formTemplateGroups.get',
    interface: 'developer',
    method: 'GET',
    path: `${base}/{form_template_group_id}`,
    section,
    summary: 'One form template group with its templates.',
    params: z.strictObject({ form_template_group_id: integerId }),
    answer: formTemplateGroup,
    status: 200,
    assumes: ['developer-unauthorized'],
  }),

  /**
   * Creates a group. The answer has no timestamps; its message names the group.
   * Developer API v1, “Endpoints”.
   */
  create: defineOperation({
    id: 'developer.formTemplateGroups.create',
    interface: 'developer',
    method: 'POST',
    path: base,
    section,
    summary: 'Create a form template group.',
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
    status: 200,
    assumes: ['developer-unauthorized', 'template-group-content-type'],
  }),

  /**
   * Replaces a group's name, templates and practitioner. The answer has no timestamps.
   * Developer API v1, “Endpoints”.
   */
  update: defineOperation({
    id: 'developer.formTemplateGroups.update',
    interface: 'developer',
    method: 'PUT',
    path: base,
    section,
    summary: 'Update a form template group.',
    body: z.strictObject({ id: z.int(), ...fields }).meta({
      examples: [
        { id: 7011, formTemplateIds: [601, 602], name: 'First visit', practitionerId: 401 },
      ],
    }),
    answer: savedFormTemplateGroup,
    status: 200,
    assumes: ['developer-unauthorized', 'template-group-content-type'],
  }),

  /**
   * Makes a group inactive; it stays on record and comes back with its templates.
   * Developer API v1, “Endpoints”.
   */
  delete: defineOperation({
    id: 'developer.formTemplateGroups.delete',
    interface: 'developer',
    method: 'DELETE',
    path: base,
    section,
    summary: 'Make a form template group inactive.',
    body: z.strictObject({ id: z.int() }).meta({ examples: [{ id: 7011 }] }),
    answer: formTemplateGroup,
    status: 200,
    assumes: [
      'developer-unauthorized',
      'template-group-content-type',
      'template-group-delete-verb',
    ],
  }),

  /** The groups that are assigned to a practitioner. Developer API v1, “Endpoints”. */
  listByPractitioner: defineOperation({
    id: 'developer.formTemplateGroups.listByPractitioner',
    interface: 'developer',
    method: 'GET',
    path: `${base}/practitioner/{practitioner_id}`,
    section,
    summary: 'List the form template groups of a practitioner.',
    params: z.strictObject({ practitioner_id: integerId }),
    answer: assumed(z.array(formTemplateGroupSummary), 'template-group-practitioner-list'),
    status: 200,
    assumes: ['developer-unauthorized', 'template-group-inactive-listed', 'template-group-order'],
  }),
}
