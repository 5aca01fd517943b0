import { z } from 'zod'
import { assumed, lenient, optional, readAs, record } from './mark.ts'
import { integerId, link, utcTimestamp } from './values.ts'

/** A field within another, which carries no `children`. */
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

/** A field of a form template; only top-level elements carry `children`. */
const formElement = childFormElement
  .extend({ children: lenient(z.array(childFormElement)) })
  .meta({ id: 'FormElement' })

/** A page of a form template. */
const formTemplateSection = record('FormTemplateSection', {
  id: integerId,
  name: z.string(),
  sortOrder: lenient(z.int()),
  formElements: z.array(formElement),
})

/** A template as a group carries it, and what every other shape of it begins with. */
const formTemplateItem = record('FormTemplateItem', {
  id: integerId,
  name: z.string(),
  isActive: lenient(z.boolean()),
  isStaffOnly: lenient(z.boolean()),
  sortOrder: lenient(z.int()),
})

/** A template as lists carry it. */
export const formTemplateSummary = formTemplateItem
  .extend({ version: lenient(z.int()) })
  .meta({ id: 'FormTemplateSummary' })

/** One template with all its pages and fields. */
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

const recorded = { createdOn: lenient(utcTimestamp), lastUpdatedOn: lenient(utcTimestamp) }

/** Templates that are assigned together, as lists carry them. */
export const formTemplateGroupSummary = group
  .extend(recorded)
  .meta({ id: 'FormTemplateGroupSummary' })

/** A group that was created, updated or made inactive, with its templates: none of these answers states timestamps. */
export const savedFormTemplateGroup = group
  .extend({ formTemplates: z.array(formTemplateItem) })
  .meta({ id: 'SavedFormTemplateGroup' })

/** One group with its templates. */
export const formTemplateGroup = savedFormTemplateGroup
  .extend(recorded)
  .meta({ id: 'FormTemplateGroup' })

/** Assumed meanings of the codes in an element: the documents state the fields and not their values. */
export const elementCodes = ['element-type-codes', 'element-widths'] as const
