import { locationPhonePattern, postalCodePattern, timeZonePattern } from './limits.ts'
import * as z from 'zod/mini'
import { qrCode } from '../qr-code.ts'
import { type DeskOperations, nothing, see, change } from './operation.ts'
import { reference } from './references.ts'

const lineMost = 100
const rowsMost = 200

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(lineMost))
const number = z.int().check(z.minimum(1))

/** An update replaces all (assumption `location-update`). `staff`: the service's numbers of who has access. */
const locationFields = z.strictObject({
  name: line,
  timeZone: z.string().check(z.trim(), z.maxLength(lineMost), z.regex(timeZonePattern)),
  phoneNumber: z.union([
    z.literal(''),
    z.string().check(z.trim(), z.maxLength(lineMost), z.regex(locationPhonePattern)),
  ]),
  address1: line,
  address2: z.string().check(z.trim(), z.maxLength(lineMost)),
  city: line,
  state: reference,
  postalCode: z.string().check(z.trim(), z.regex(postalCodePattern)),
  staff: z.array(number).check(z.minLength(1), z.maxLength(rowsMost)),
})
export type LocationFields = z.infer<typeof locationFields>

/** A location that is in use; `isHere`: this desk stands in it. */
const locationRow = z.strictObject({
  location: reference,
  name: z.string(),
  timeZone: z.nullable(z.string()),
  isHere: z.boolean(),
})
export type LocationRow = z.infer<typeof locationRow>

const stateChoice = z.strictObject({ state: reference, name: z.string() })

const locationDetails = z.strictObject({
  name: z.string(),
  timeZone: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  address1: z.nullable(z.string()),
  address2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  state: z.nullable(stateChoice),
  /** As far as the service said it, or somebody typed it since they signed in. */
  staff: z.nullable(z.array(number)),
})
export type LocationDetails = z.infer<typeof locationDetails>

export const templateRow = z.strictObject({
  template: reference,
  name: z.string(),
  isActive: z.boolean(),
  isStaffOnly: z.boolean(),
  version: z.nullable(z.number()),
})
export type TemplateRow = z.infer<typeof templateRow>

const publicLink = z.strictObject({ address: z.string(), ...qrCode.shape })
export type PublicLink = z.infer<typeof publicLink>

const templateDetails = z.extend(z.omit(templateRow, { template: true, version: true }), {
  isFillablePdf: z.boolean(),
  link: z.nullable(publicLink),
  sections: z.array(
    z.strictObject({
      name: z.string(),
      fields: z.array(z.strictObject({ label: z.string(), isRequired: z.boolean() })),
    }),
  ),
})
export type TemplateDetails = z.infer<typeof templateDetails>

/** `practitioner`: their number at the service, which has no list of practitioners with names. */
const groupRow = z.strictObject({
  group: reference,
  name: z.string(),
  isActive: z.boolean(),
  location: z.nullable(z.string()),
  practitioner: z.nullable(number),
})
export type GroupRow = z.infer<typeof groupRow>

const groupDetails = z.extend(z.omit(groupRow, { group: true }), {
  templates: z.array(templateRow),
  link: z.nullable(publicLink),
})
export type GroupDetails = z.infer<typeof groupDetails>

const groupFields = z.strictObject({
  name: line,
  templates: z.array(reference).check(z.minLength(1), z.maxLength(rowsMost)),
  practitioner: z.nullable(number),
})
export type GroupFields = z.infer<typeof groupFields>

export const clinicOperations = {
  queries: {
    clinicLocations: see('clinic', nothing, z.array(locationRow)),
    clinicLocation: see('clinic', { location: reference }, locationDetails),
    clinicStates: see('clinic', nothing, z.array(stateChoice)),
    clinicGroups: see('clinic', { practitioner: z.nullable(number) }, z.array(groupRow)),
    clinicGroup: see('clinic', { group: reference }, groupDetails),
    clinicTemplates: see('clinic', nothing, z.array(templateRow)),
    clinicTemplate: see('clinic', { template: reference }, templateDetails),
  },
  commands: {
    createLocation: change('clinic', locationFields),
    /** Gives a location all of `fields`; the service hides an inactive one until the shown reference brings it back. */
    changeLocation: change('clinic', {
      location: reference,
      fields: locationFields,
      isActive: z.boolean(),
    }),
    createGroup: change('clinic', { location: reference, fields: groupFields }),
    changeGroup: change('clinic', { group: reference, fields: groupFields }),
    /** Makes a template group inactive. The service has no way back. */
    deactivateGroup: change('clinic', { group: reference }),
  },
} satisfies DeskOperations
