import { z } from 'zod'
import { assumed, lenient, optional, readAs, record } from './mark.ts'
import { integerId, link, recorded } from './values.ts'

export const childFormElement = record('ChildFormElement', {
  id: integerId,
  label: z.string(),
  required: z.boolean(),
  sortOrder: lenient(z.int()),
  elementType: z.int().describe('Code of the kind of field.'),
  colClass: lenient(z.int()).describe('Column width class.'),
  displayLabel: lenient(z.boolean()),
  editGroup: lenient(z.int()),
  patientViewable: lenient(z.boolean()),
  staffViewable: assumed(z.boolean().nullish(), 'element-visibility'),
  parent: lenient(z.boolean()),
  attribute: optional(z.string()),
  options: assumed(z.array(z.string()).nullish(), 'element-options'),
  text: assumed(z.string().nullish(), 'element-text'),
  showWhen: assumed(z.array(z.string()).nullish(), 'element-condition'),
})

const formElement = childFormElement
  .extend({ children: lenient(z.array(childFormElement)) })
  .meta({ id: 'FormElement' })

const formTemplateSection = record('FormTemplateSection', {
  id: integerId,
  name: z.string(),
  sortOrder: lenient(z.int()),
  formElements: z.array(formElement),
})

const formTemplateItem = record('FormTemplateItem', {
  id: integerId,
  name: z.string(),
  isActive: lenient(z.boolean()),
  isStaffOnly: lenient(z.boolean()),
  sortOrder: lenient(z.int()),
})

export const formTemplateSummary = formTemplateItem
  .extend({ version: lenient(z.int()) })
  .meta({ id: 'FormTemplateSummary' })

export const formTemplate = formTemplateItem
  .extend({
    isFillablePDF: lenient(z.boolean()),
    publicLink: lenient(link),
    formTemplateSections: z.array(formTemplateSection),
  })
  .meta({ id: 'FormTemplate' })

const group = z.looseObject({
  id: integerId,
  name: z.string(),
  active: lenient(z.boolean()),
  publicUuid: lenient(readAs(z.string(), z.guid())),
  staticLink: lenient(link).describe('Shared link for anonymous completion.'),
  locationId: lenient(integerId),
  practitionerId: lenient(integerId.nullable()),
})

export const formTemplateGroupSummary = group
  .extend(recorded)
  .meta({ id: 'FormTemplateGroupSummary' })

/** None of the answers that create, update or deactivate a group states timestamps. */
export const savedFormTemplateGroup = group
  .extend({ formTemplates: z.array(formTemplateItem) })
  .meta({ id: 'SavedFormTemplateGroup' })

export const formTemplateGroup = savedFormTemplateGroup
  .extend(recorded)
  .meta({ id: 'FormTemplateGroup' })

/** Assumed meanings of the codes in an element: the documents state the fields and not their values. */
export const elementCodes = ['element-type-codes', 'element-widths'] as const
