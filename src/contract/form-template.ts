import { z } from 'zod'
import { assumed, lenient } from './mark.ts'
import { integerId, timestamp } from './values.ts'

const element = z
  .looseObject({
    id: integerId,
    label: z.string(),
    required: z.boolean(),
    sortOrder: lenient(z.int()),
    elementType: assumed(z.int(), 'element-type-codes').describe('Code of the kind of field.'),
    colClass: lenient(z.int()).describe('Width in twelfths of the row.'),
    displayLabel: lenient(z.boolean()),
    editGroup: lenient(z.int()),
    patientViewable: lenient(z.boolean()),
    staffViewable: assumed(z.boolean().nullish(), 'element-visibility'),
    parent: lenient(z.boolean()),
    attribute: lenient(z.string()),
    options: assumed(z.array(z.string()).nullish(), 'element-options'),
  })
  .meta({ id: 'ChildFormElement' })

/** A field of a form template; only top-level elements carry `children`. */
export const formElement = element
  .extend({ children: lenient(z.array(element)) })
  .meta({ id: 'FormElement' })

/** A page of a form template. */
const formTemplateSection = z
  .looseObject({
    id: integerId,
    name: z.string(),
    sortOrder: lenient(z.int()),
    formElements: z.array(formElement),
  })
  .meta({ id: 'FormTemplateSection' })

/** A template as a group carries it, and what every other shape of it begins with. */
const formTemplateItem = z
  .looseObject({
    id: integerId,
    name: z.string(),
    isActive: lenient(z.boolean()),
    isStaffOnly: lenient(z.boolean()),
    sortOrder: lenient(z.int()),
  })
  .meta({ id: 'FormTemplateItem' })

/** A template as lists carry it. */
export const formTemplateSummary = formTemplateItem
  .extend({ version: lenient(z.int()) })
  .meta({ id: 'FormTemplateSummary' })

/** One template with all its pages and fields. */
export const formTemplate = formTemplateItem
  .extend({
    isFillablePDF: lenient(z.boolean()),
    publicLink: lenient(z.string()),
    formTemplateSections: z.array(formTemplateSection),
  })
  .meta({ id: 'FormTemplate' })

/** Templates that are assigned together, as lists carry them. */
export const formTemplateGroupSummary = z
  .looseObject({
    id: integerId,
    name: z.string(),
    active: lenient(z.boolean()),
    publicUuid: lenient(z.string()),
    staticLink: lenient(z.string()).describe('Shared link for anonymous completion.'),
    locationId: lenient(integerId),
    practitionerId: integerId.nullish(),
    createdOn: lenient(timestamp),
    lastUpdatedOn: lenient(timestamp),
  })
  .meta({ id: 'FormTemplateGroupSummary' })

/** One group with its templates. */
export const formTemplateGroup = formTemplateGroupSummary
  .extend({
    formTemplates: z.array(formTemplateItem),
  })
  .meta({ id: 'FormTemplateGroup' })
