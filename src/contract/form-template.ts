import { z } from 'zod'
import { id } from './values.ts'

const element = z.looseObject({
  id,
  label: z.string(),
  required: z.boolean(),
  sortOrder: z.int().nullish(),
  /** See `elementTypes`. */
  elementType: z.int().meta({ assumption: 'element-type-codes' }),
  /** Width in twelfths of the row. */
  colClass: z.int().nullish(),
  displayLabel: z.boolean().nullish(),
  editGroup: z.int().nullish(),
  patientViewable: z.boolean().nullish(),
  staffViewable: z.boolean().nullish().meta({ assumption: 'element-visibility' }),
  parent: z.boolean().nullish(),
  attribute: z.string().nullish(),
  options: z.array(z.string()).nullish().meta({ assumption: 'element-options' }),
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

/** A template as lists carry it. */
export const formTemplateSummary = z.looseObject({
  id,
  name: z.string(),
  isActive: z.boolean().nullish(),
  isStaffOnly: z.boolean().nullish(),
  sortOrder: z.int().nullish(),
  version: z.int().nullish(),
})

/** One template with all its pages and fields. */
export const formTemplate = formTemplateSummary.extend({
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
})

/** One group with its templates. */
export const formTemplateGroup = formTemplateGroupSummary.extend({
  formTemplates: z.array(formTemplateSummary),
})
