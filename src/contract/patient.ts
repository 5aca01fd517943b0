import { z } from 'zod'
import { assumed, lenient, readAs, record } from './mark.ts'
import { integerId, recorded } from './values.ts'

/** Month/day/year without zero padding, or an empty text; a reader takes any text. */
const writtenDate = readAs(
  z.string(),
  z.string().regex(/^(?:(?:[1-9]|1[0-2])\/(?:[1-9]|[12]\d|3[01])\/\d{4})?$/),
)

export const patientSummary = record('PatientSummary', {
  id: integerId,
  active: lenient(z.boolean()),
  firstName: lenient(z.string()),
  lastName: lenient(z.string()),
  name: lenient(z.string()).describe('First and last name joined.'),
  email: lenient(z.string()),
  mobilePhone: lenient(readAs(z.string(), z.string().regex(/^\d*$/))).describe('Digits.'),
  dateOfBirth: lenient(writtenDate).describe('Month/day/year without zero padding.'),
  gender: lenient(z.string()),
  sexAssignedAtBirth: lenient(z.int()).describe('A code whose values are not shown.'),
  legalSex: lenient(z.int()).describe('A code whose values are not shown.'),
  intakeMethod: lenient(z.string()).describe(
    'UNKNOWN and STAFF_SENT_FORMS were seen; there may be more.',
  ),
  isEmailConfirmed: lenient(z.boolean()),
  isPhoneConfirmed: lenient(z.boolean()),
  receiveEmail: lenient(z.boolean()),
  receiveSms: lenient(z.boolean()),
  isMinimumAgeConfirmedAccount: lenient(z.boolean()),
  ...recorded,
})

const patientAddress = record('PatientAddress', {
  address1: lenient(z.string()),
  city: lenient(z.string()),
  postalCode: lenient(z.string()),
  stateProvince: lenient(z.string()).describe('Short name.'),
  fullAddress: lenient(z.string()),
})

const practitioner = assumed(
  z.looseObject({ id: integerId, name: z.string().nullish() }),
  'practitioner-shape',
).meta({ id: 'Practitioner' })
const relatives = lenient(z.array(assumed(patientSummary, 'patient-relatives-shape')))

export const patient = patientSummary
  .extend({
    homeAddress: lenient(patientAddress),
    mailingAddress: lenient(patientAddress),
    parents: relatives,
    children: relatives,
    practitioners: lenient(z.array(practitioner)),
  })
  .meta({ id: 'Patient' })
