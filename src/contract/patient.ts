import { z } from 'zod'
import { assumed } from './mark.ts'
import { id, timestamp } from './values.ts'

/** A patient's record as lists carry it, as far as the developer document states it. */
export const patientSummary = z
  .looseObject({
    id,
    active: z.boolean().nullish(),
    firstName: z.string().nullish(),
    lastName: z.string().nullish(),
    name: z.string().nullish().describe('First and last name joined.'),
    email: z.string().nullish(),
    mobilePhone: z.string().nullish().describe('Digits.'),
    dateOfBirth: z
      .string()
      .nullish()
      .describe('Month/day/year without zero padding; readers also accept YYYY-MM-DD.'),
    gender: z.string().nullish(),
    sexAssignedAtBirth: z.int().nullish().describe('A code whose values are not shown.'),
    legalSex: z.int().nullish().describe('A code whose values are not shown.'),
    intakeMethod: z
      .string()
      .nullish()
      .describe('UNKNOWN and STAFF_SENT_FORMS were seen; there may be more.'),
    isEmailConfirmed: z.boolean().nullish(),
    isPhoneConfirmed: z.boolean().nullish(),
    receiveEmail: z.boolean().nullish(),
    receiveSms: z.boolean().nullish(),
    isMinimumAgeConfirmedAccount: z.boolean().nullish(),
    createdOn: timestamp.nullish(),
    lastUpdatedOn: timestamp.nullish(),
  })
  .meta({ id: 'PatientSummary' })

const patientAddress = z
  .looseObject({
    address1: z.string().nullish(),
    city: z.string().nullish(),
    postalCode: z.string().nullish(),
    stateProvince: z.string().nullish().describe('Short name.'),
    fullAddress: z.string().nullish(),
  })
  .meta({ id: 'PatientAddress' })

const practitioner = assumed(
  z.looseObject({ id, name: z.string().nullish() }),
  'practitioner-shape',
).meta({ id: 'Practitioner' })
const relatives = z.array(assumed(patientSummary, 'patient-relatives-shape')).nullish()

/** One patient, with addresses, relatives and practitioners. */
export const patient = patientSummary
  .extend({
    homeAddress: patientAddress.nullish(),
    mailingAddress: patientAddress.nullish(),
    parents: relatives,
    children: relatives,
    practitioners: z.array(practitioner).nullish(),
  })
  .meta({ id: 'Patient' })
export type Patient = z.infer<typeof patient>
