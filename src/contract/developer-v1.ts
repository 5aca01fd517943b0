import { z } from 'zod'
import {
  elementCodes,
  formTemplate,
  formTemplateGroup,
  formTemplateGroupSummary,
  formTemplateSummary,
  savedFormTemplateGroup,
} from './form-template.ts'
import { assumed, lenient, optional, readAs, record } from './mark.ts'
import { del, get, operations, post, put } from './operation.ts'
import { patient, patientSummary } from './patient.ts'
import { colour, integerId, link, recorded } from './values.ts'

const base = '/service/api/developer/v1'

const empty = z.unknown().meta({
  anyOf: [{ type: 'object', maxProperties: 0 }, { type: 'array', maxItems: 0 }, { type: 'null' }],
})

export const failureEnvelope = record('FailureEnvelope', {
  success: z.literal(false),
  message: lenient(z.string()),
  data: readAs(empty.optional(), empty),
})

/** Wraps `data` in the envelope of every developer answer (always status 200); `message` tells why it failed. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.discriminatedUnion('success', [
    z.looseObject({ success: z.literal(true), message: lenient(z.string()), data }),
    failureEnvelope,
  ])
}

const stateProvince = record('StateProvince', {
  id: integerId,
  name: lenient(z.string()),
  shortName: lenient(z.string()),
  ...recorded,
})

const stateProvinces = operations('developer.stateProvinces', 'Endpoints', {
  list: get(
    `${base}/state_provinces`,
    'List states and provinces, to look up the id for an address.',
    { answer: assumed(z.array(stateProvince), 'state-province-list') },
  ),
})

const locationSummary = record('LocationSummary', {
  id: integerId,
  name: z.string(),
  active: lenient(z.boolean()),
  timeZone: lenient(z.string()).describe(
    'Region and city; the deprecated style with a zone abbreviation may come too.',
  ),
  ...recorded,
})

const branding = record('Branding', {
  id: lenient(integerId),
  logoName: lenient(z.string()),
  logoLetterColor: lenient(colour),
  logoCircleColor: lenient(colour),
  isUsingCustomLogoImage: lenient(z.boolean()),
  fromEmailAddress: lenient(z.string()),
  fromEmailName: lenient(z.string()),
  replyToEmailAddress: lenient(z.string()),
  isLocationBrandingActive: lenient(z.boolean()),
  logoStorageUrl: lenient(link.nullable()),
  locationId: lenient(integerId.nullable()),
  ...recorded,
})

const address = record('LocationAddress', {
  id: lenient(integerId),
  address1: lenient(z.string()),
  address2: optional(z.string()),
  city: lenient(z.string()),
  postalCode: lenient(z.string()),
  fullAddress: lenient(z.string()).describe('Composed by the service from the parts.'),
  latitude: lenient(z.number()),
  longitude: lenient(z.number()),
  stateProvince: lenient(stateProvince),
  ...recorded,
})

const location = locationSummary
  .extend({
    phoneNumber: optional(z.string()).describe('Not used for SMS.'),
    address: lenient(address),
    branding: lenient(branding),
  })
  .meta({ id: 'Location' })

/** Location that was created or updated: only then does the service list its staff. */
const savedLocation = location
  .extend({ staffIds: lenient(z.array(z.int())) })
  .meta({ id: 'SavedLocation' })

const exampleLocation = {
  name: 'Hillside Clinic',
  timeZone: 'America/Denver',
  active: true,
  address: {
    address1: '9 Ridge Road',
    city: 'Boulder',
    postalCode: '80301',
    stateProvince: { id: 6, name: 'Colorado', shortName: 'CO' },
  },
  staffIds: [11, 12],
}

export const newLocation = z
  .strictObject({
    name: z.string(),
    timeZone: z.string(),
    active: z.boolean(),
    address: z.strictObject({
      address1: z.string(),
      address2: z.string().optional(),
      city: z.string(),
      postalCode: z.string(),
      stateProvince: z.strictObject({ id: z.int(), name: z.string(), shortName: z.string() }),
    }),
    phoneNumber: z.string().optional(),
    staffIds: z.array(z.int()).describe('Who has access to the location.'),
  })
  .meta({ id: 'NewLocation', examples: [exampleLocation] })

const changedLocation = newLocation
  .extend({ id: z.int() })
  .meta({ id: 'ChangedLocation', examples: [{ id: 301, ...exampleLocation }] })

const locations = operations('developer.locations', 'Endpoints', {
  list: get(`${base}/locations`, 'List active locations.', { answer: z.array(locationSummary) }),

  get: get(`${base}/locations/{location_id}`, 'One location with address and branding.', {
    answer: location,
  }),

  create: post(`${base}/locations/create`, 'Create a location.', {
    body: newLocation,
    answer: savedLocation,
    assumes: ['location-time-zone'],
  }),

  update: post(
    `${base}/locations/update`,
    'Update a location; an inactive one is hidden from answers.',
    {
      body: changedLocation,
      answer: savedLocation,
      assumes: ['location-update', 'location-time-zone', 'inactive-location-access'],
    },
  ),
})

const patientTag = record('PatientTag', {
  id: integerId,
  note: lenient(z.string()),
  color: lenient(colour),
  active: lenient(z.boolean()),
})

const patients = operations('developer.patients', 'Endpoints', {
  list: get(`${base}/patients`, 'List patients.', {
    answer: z.array(patientSummary),
    assumes: ['empty-fields'],
  }),

  get: get(
    `${base}/patients/{patient_id}`,
    'One patient with addresses, parents, children and practitioners.',
    { answer: patient, assumes: ['empty-fields'] },
  ),

  /** Finds patients that fit every given field. A `name` that is not empty is used instead of first and last name. */
  search: get(
    `${base}/patients/search`,
    'Search patients by name, e-mail, phone and date of birth.',
    {
      query: z.strictObject({
        firstName: z.string().optional(),
        lastName: z.string().optional(),
        name: z.string().optional().describe('First and last name.'),
        email: z.string().optional(),
        mobilePhone: z.string().optional(),
        dateOfBirth: z
          .string()
          .regex(/^\d{2}\/\d{2}\/\d{4}$/)
          .optional()
          .describe('MM/DD/YYYY.'),
      }),
      answer: z.array(patientSummary),
      assumes: ['empty-fields', 'patient-search-matching'],
    },
  ),

  listTags: get(`${base}/patients/tags`, 'List the tags of a patient.', {
    query: z.strictObject({ patientId: integerId }),
    answer: z.array(patientTag),
    assumes: ['inactive-listed'],
  }),
})

const formTemplates = operations('developer.formTemplates', 'Endpoints', {
  list: get(`${base}/forms/templates`, 'List form templates.', {
    answer: z.array(formTemplateSummary),
    assumes: ['inactive-listed'],
  }),

  get: get(
    `${base}/forms/templates/{form_template_id}`,
    'One form template with sections and elements.',
    { answer: formTemplate, assumes: [...elementCodes] },
  ),
})

const groupFields = {
  formTemplateIds: z.array(z.int()),
  name: z.string(),
  practitionerId: z.int().nullable(),
}

const formTemplateGroups = operations('developer.formTemplateGroups', 'Endpoints', {
  list: get(
    `${base}/forms/templates/groups`,
    "List form template groups, in the order of their templates' sortOrder.",
    {
      answer: z.array(formTemplateGroupSummary),
      assumes: ['template-group-inactive-listed', 'template-group-order'],
    },
  ),

  get: get(
    `${base}/forms/templates/groups/{form_template_group_id}`,
    'One form template group with its templates.',
    { answer: formTemplateGroup },
  ),

  create: post(`${base}/forms/templates/groups`, 'Create a form template group.', {
    body: z.strictObject({ locationId: z.int(), ...groupFields }).meta({
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

  update: put(`${base}/forms/templates/groups`, 'Update a form template group.', {
    body: z.strictObject({ id: z.int(), ...groupFields }).meta({
      examples: [
        { id: 7011, formTemplateIds: [601, 602], name: 'First visit', practitionerId: 401 },
      ],
    }),
    answer: savedFormTemplateGroup,
    assumes: ['template-group-content-type'],
  }),

  delete: del(`${base}/forms/templates/groups`, 'Make a form template group inactive.', {
    body: z.strictObject({ id: z.int() }).meta({ examples: [{ id: 7011 }] }),
    answer: savedFormTemplateGroup,
    assumes: ['template-group-content-type', 'template-group-delete-verb'],
  }),

  listByPractitioner: get(
    `${base}/forms/templates/groups/practitioner/{practitioner_id}`,
    'List the form template groups of a practitioner.',
    {
      answer: assumed(z.array(formTemplateGroupSummary), 'template-group-practitioner-list'),
      assumes: ['template-group-inactive-listed', 'template-group-order'],
    },
  ),
})

export const developer = { locations, stateProvinces, patients, formTemplates, formTemplateGroups }
