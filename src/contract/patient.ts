import { z } from 'zod'
import { assumed } from './mark.ts'
import { id, timestamp } from './values.ts'

/** A patient's record as lists carry it, as far as the developer document states it. */
export const patientSummary = z.looseObject({
  id,
  active: z.boolean().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  /** First and last name joined. */
  name: z.string().nullish(),
  email: z.string().nullish(),
  /** Digits. */
  mobilePhone: z.string().nullish(),
  /** Month/day/year without zero padding; readers also accept YYYY-MM-DD. */
  dateOfBirth: z.string().nullish(),
  gender: z.string().nullish(),
  /** A code whose values are not shown. */
  sexAssignedAtBirth: z.int().nullish(),
  /** A code whose values are not shown. */
  legalSex: z.int().nullish(),
  /** UNKNOWN and STAFF_SENT_FORMS were seen; there may be more. */
  intakeMethod: z.string().nullish(),
  isEmailConfirmed: z.boolean().nullish(),
  isPhoneConfirmed: z.boolean().nullish(),
  receiveEmail: z.boolean().nullish(),
  receiveSms: z.boolean().nullish(),
  isMinimumAgeConfirmedAccount: z.boolean().nullish(),
  createdOn: timestamp.nullish(),
  lastUpdatedOn: timestamp.nullish(),
})

const patientAddress = z.looseObject({
  address1: z.string().nullish(),
  city: z.string().nullish(),
  postalCode: z.string().nullish(),
  /** Short name. */
  stateProvince: z.string().nullish(),
  fullAddress: z.string().nullish(),
})

const practitioner = assumed(
  z.looseObject({ id, name: z.string().nullish() }),
  'practitioner-shape',
)
const relatives = z.array(assumed(patientSummary, 'patient-relatives-shape')).nullish()

/** One patient, with addresses, relatives and practitioners. */
export const patient = patientSummary.extend({
  homeAddress: patientAddress.nullish(),
  mailingAddress: patientAddress.nullish(),
  parents: relatives,
  children: relatives,
  practitioners: z.array(practitioner).nullish(),
})
export type Patient = z.infer<typeof patient>
