import { z } from 'zod'
import { assumed } from './mark.ts'
import { id, timestamp } from './values.ts'

const element = z.looseObject({
  id,
  label: z.string(),
  required: z.boolean(),
  sortOrder: z.int().nullish(),
  /** See `elementTypes`. */
  elementType: assumed(z.int(), 'element-type-codes'),
  /** Width in twelfths of the row. */
  colClass: z.int().nullish(),
  displayLabel: z.boolean().nullish(),
  editGroup: z.int().nullish(),
  patientViewable: z.boolean().nullish(),
  staffViewable: assumed(z.boolean().nullish(), 'element-visibility'),
  parent: z.boolean().nullish(),
  attribute: z.string().nullish(),
  options: assumed(z.array(z.string()).nullish(), 'element-options'),
})

/** A field of a form template; only top-level elements carry `children`. */
export const formElement = element.extend({ children: z.array(element).nullish() })
export type FormElement = z.infer<typeof formElement>

/** A page of a form template. */
export const formTemplateSection = z.looseObject({
  id,
  name: z.string(),
  sortOrder: z.int().nullish(),
  formElements: z.array(formElement),
})

/** A template as a group carries it, and what every other shape of it begins with. */
const formTemplateItem = z.looseObject({
  id,
  name: z.string(),
  isActive: z.boolean().nullish(),
  isStaffOnly: z.boolean().nullish(),
  sortOrder: z.int().nullish(),
})

/** A template as lists carry it. */
export const formTemplateSummary = formTemplateItem.extend({ version: z.int().nullish() })

/** One template with all its pages and fields. */
export const formTemplate = formTemplateItem.extend({
  isFillablePDF: z.boolean().nullish(),
  publicLink: z.string().nullish(),
  formTemplateSections: z.array(formTemplateSection),
})

/** Templates that are assigned together, as lists carry them. */
export const formTemplateGroupSummary = z.looseObject({
  id,
  name: z.string(),
  active: z.boolean().nullish(),
  publicUuid: z.string().nullish(),
  /** Shared link for anonymous completion. */
  staticLink: z.string().nullish(),
  locationId: id.nullish(),
  practitionerId: id.nullish(),
  createdOn: timestamp.nullish(),
  lastUpdatedOn: timestamp.nullish(),
})

/** One group with its templates. */
export const formTemplateGroup = formTemplateGroupSummary.extend({
  formTemplates: z.array(formTemplateItem),
})
