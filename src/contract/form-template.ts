import { z } from 'zod'
import { assumed } from './mark.ts'
import { id, timestamp } from './values.ts'

const element = z
  .looseObject({
    id,
    label: z.string(),
    required: z.boolean(),
    sortOrder: z.int().nullish(),
    elementType: assumed(z.int(), 'element-type-codes').describe('Code of the kind of field.'),
    colClass: z.int().nullish().describe('Width in twelfths of the row.'),
    displayLabel: z.boolean().nullish(),
    editGroup: z.int().nullish(),
    patientViewable: z.boolean().nullish(),
    staffViewable: assumed(z.boolean().nullish(), 'element-visibility'),
    parent: z.boolean().nullish(),
    attribute: z.string().nullish(),
    options: assumed(z.array(z.string()).nullish(), 'element-options'),
  })
  .meta({ id: 'ChildFormElement' })

/** A field of a form template; only top-level elements carry `children`. */
export const formElement = element
  .extend({ children: z.array(element).nullish() })
  .meta({ id: 'FormElement' })
export type FormElement = z.infer<typeof formElement>

/** A page of a form template. */
export const formTemplateSection = z
  .looseObject({
    id,
    name: z.string(),
    sortOrder: z.int().nullish(),
    formElements: z.array(formElement),
  })
  .meta({ id: 'FormTemplateSection' })

/** A template as a group carries it, and what every other shape of it begins with. */
const formTemplateItem = z
  .looseObject({
    id,
    name: z.string(),
    isActive: z.boolean().nullish(),
    isStaffOnly: z.boolean().nullish(),
    sortOrder: z.int().nullish(),
  })
  .meta({ id: 'FormTemplateItem' })

/** A template as lists carry it. */
export const formTemplateSummary = formTemplateItem
  .extend({ version: z.int().nullish() })
  .meta({ id: 'FormTemplateSummary' })

/** One template with all its pages and fields. */
export const formTemplate = formTemplateItem
  .extend({
    isFillablePDF: z.boolean().nullish(),
    publicLink: z.string().nullish(),
    formTemplateSections: z.array(formTemplateSection),
  })
  .meta({ id: 'FormTemplate' })

/** Templates that are assigned together, as lists carry them. */
export const formTemplateGroupSummary = z
  .looseObject({
    id,
    name: z.string(),
    active: z.boolean().nullish(),
    publicUuid: z.string().nullish(),
    staticLink: z.string().nullish().describe('Shared link for anonymous completion.'),
    locationId: id.nullish(),
    practitionerId: id.nullish(),
    createdOn: timestamp.nullish(),
    lastUpdatedOn: timestamp.nullish(),
  })
  .meta({ id: 'FormTemplateGroupSummary' })

/** One group with its templates. */
export const formTemplateGroup = formTemplateGroupSummary
  .extend({
    formTemplates: z.array(formTemplateItem),
  })
  .meta({ id: 'FormTemplateGroup' })
