import { z } from 'zod'
import { assumed, lenient } from './mark.ts'
import { integerId, timestamp } from './values.ts'

/** A patient's record as lists carry it, as far as the developer document states it. */
export const patientSummary = z
  .looseObject({
    id: integerId,
    active: lenient(z.boolean()),
    firstName: lenient(z.string()),
    lastName: lenient(z.string()),
    name: lenient(z.string()).describe('First and last name joined.'),
    email: lenient(z.string()),
    mobilePhone: lenient(z.string()).describe('Digits.'),
    dateOfBirth: lenient(z.string()).describe(
      'Month/day/year without zero padding; readers also accept YYYY-MM-DD.',
    ),
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
    createdOn: lenient(timestamp),
    lastUpdatedOn: lenient(timestamp),
  })
  .meta({ id: 'PatientSummary' })

const patientAddress = z
  .looseObject({
    address1: lenient(z.string()),
    city: lenient(z.string()),
    postalCode: lenient(z.string()),
    stateProvince: lenient(z.string()).describe('Short name.'),
    fullAddress: lenient(z.string()),
  })
  .meta({ id: 'PatientAddress' })

const practitioner = assumed(
  z.looseObject({ id: integerId, name: z.string().nullish() }),
  'practitioner-shape',
).meta({ id: 'Practitioner' })
const relatives = lenient(z.array(assumed(patientSummary, 'patient-relatives-shape')))

/** One patient, with addresses, relatives and practitioners. */
export const patient = patientSummary
  .extend({
    homeAddress: lenient(patientAddress),
    mailingAddress: lenient(patientAddress),
    parents: relatives,
    children: relatives,
    practitioners: lenient(z.array(practitioner)),
  })
  .meta({ id: 'Patient' })
