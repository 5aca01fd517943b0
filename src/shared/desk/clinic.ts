import * as z from 'zod/mini'
import { qrCode } from '../qr-code.ts'
import { reference } from './references.ts'

/** Most characters of a line that is typed, and most rows that one form takes. */
const lineMost = 100
const rowsMost = 200

/** A word of region and city, or of the deprecated style with an abbreviation: `America/Denver`, `America/MST`. */
export const timeZonePattern = /^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/
export const postalCodePattern = /^[A-Za-z0-9][A-Za-z0-9 -]{1,10}[A-Za-z0-9]$/
/** At least seven digits, and what people write between them. */
export const locationPhonePattern = /^\+?(?:[ ().-]*\d){7,15}$/

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(lineMost))
const number = z.int().check(z.minimum(1))

/**
 * A location as it is to be from now on: an update replaces all of it (assumption `location-update`).
 * `staff`: numbers of the staff who have access, as the service knows them. It has no list of them, and tells those of a
 * location only after a change, so whoever changes a location types them.
 */
export const locationFields = z.strictObject({
  name: line,
  timeZone: z.string().check(z.trim(), z.maxLength(lineMost), z.regex(timeZonePattern)),
  /** Empty: none. */
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
export const locationRow = z.strictObject({
  location: reference,
  name: z.string(),
  timeZone: z.nullable(z.string()),
  isHere: z.boolean(),
})
export type LocationRow = z.infer<typeof locationRow>

/** One location; null where the service does not say it. */
export const locationDetails = z.strictObject({
  name: z.string(),
  timeZone: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  address1: z.nullable(z.string()),
  address2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  state: z.nullable(z.strictObject({ state: reference, name: z.string() })),
  /** As far as the service said it, or somebody typed it since they signed in. */
  staff: z.nullable(z.array(number)),
})
export type LocationDetails = z.infer<typeof locationDetails>

/** A state or province for an address. */
export const stateChoice = z.strictObject({
  state: reference,
  name: z.string(),
  shortName: z.string(),
})

/** A form template; `version` is null where it is not said. */
export const templateRow = z.strictObject({
  template: reference,
  name: z.string(),
  isActive: z.boolean(),
  isStaffOnly: z.boolean(),
  version: z.nullable(z.number()),
})
export type TemplateRow = z.infer<typeof templateRow>

/** A public link, and its QR code. */
const publicLink = z.strictObject({ address: z.string(), ...qrCode.shape })
export type PublicLink = z.infer<typeof publicLink>

/** One form template: its pages, and what they ask. */
export const templateDetails = z.strictObject({
  name: z.string(),
  isActive: z.boolean(),
  isStaffOnly: z.boolean(),
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

/**
 * A template group. `location` is the name of its location, where that is in use. `practitioner`: their number at the
 * service, which has no list of practitioners to name them from.
 */
export const groupRow = z.strictObject({
  group: reference,
  name: z.string(),
  isActive: z.boolean(),
  location: z.nullable(z.string()),
  practitioner: z.nullable(number),
})
export type GroupRow = z.infer<typeof groupRow>

/** One template group with its templates and its public link. */
export const groupDetails = z.strictObject({
  name: z.string(),
  isActive: z.boolean(),
  location: z.nullable(z.string()),
  practitioner: z.nullable(number),
  templates: z.array(templateRow),
  link: z.nullable(publicLink),
})
export type GroupDetails = z.infer<typeof groupDetails>

/** What a template group is to have. */
export const groupFields = z.strictObject({
  name: line,
  templates: z.array(reference).check(z.minLength(1), z.maxLength(rowsMost)),
  practitioner: z.nullable(number),
})
export type GroupFields = z.infer<typeof groupFields>

/** The number of a practitioner at the service. */
export const practitionerNumber = number
