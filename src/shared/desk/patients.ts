import * as z from 'zod/mini'
import { type DeskOperations, see, change, withReason } from './operation.ts'
import { day } from './record-fields.ts'
import { chartInput, reference } from './references.ts'
import type { patientFields } from './limits.ts'

/** Most characters of a typed phone number or address. */
const contactMost = 254
const searchMost = 200

const typedContact = z.string().check(z.trim(), z.minLength(3), z.maxLength(contactMost))

const patientSearch = z
  .strictObject({
    name: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(searchMost))),
    birthDate: z.optional(day),
    birthYear: z.optional(z.int().check(z.gte(1890), z.lte(2100))),
    /** A whole number, or at least four digits of one. */
    phone: z.optional(typedContact),
    email: z.optional(typedContact),
  })
  .check(z.refine((search) => Object.values(search).some((value) => value !== undefined)))
export type PatientSearch = z.infer<typeof patientSearch>

/** Enough to tell people apart, without the facts that staff ask as proof. */
const foundPatient = z.strictObject({
  patient: reference,
  name: z.nullable(z.string()),
  birthYear: z.nullable(z.number()),
  phoneEnd: z.nullable(z.string()),
  isActive: z.boolean(),
})
export type FoundPatient = z.infer<typeof foundPatient>

const foundPatients = z.strictObject({
  rows: z.array(foundPatient),
  more: z.nullable(reference),
  /** True if the service's own filter found these: others, written with accents, may be missing. */
  mayMiss: z.optional(z.boolean()),
})
export type FoundPatients = z.infer<typeof foundPatients>

const said = z.string().check(z.trim(), z.minLength(1), z.maxLength(contactMost))

const identifier = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('birthDate'), value: day }),
  z.strictObject({ kind: z.enum(['phone', 'email', 'name']), value: said }),
])
export type Identifier = z.infer<typeof identifier>

/** Two of different kinds, or three where two fit more than one record. */
export const identifiers = z.readonly(
  z.array(identifier).check(
    z.minLength(2),
    z.maxLength(3),
    z.refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length),
  ),
)
export type Identifiers = z.infer<typeof identifiers>

/** `noBirthDate`: the record has none; `name`, `contact`: the given ones may be somebody else's, too. */
export type NeededIdentifiers = 'birthDate' | 'noBirthDate' | 'name' | 'contact'

const patientTag = z.strictObject({ note: z.string(), color: z.nullable(z.string()) })

const part = z.string().check(z.maxLength(contactMost))

/** A home address, '' for each part that the record has not; the state or province by its short name. */
const patientAddress = z.strictObject({
  address1: part,
  city: part,
  stateProvince: part,
  postalCode: part,
})
export type PatientAddress = z.infer<typeof patientAddress>

const patientChart = z.strictObject({
  name: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  birthDate: z.nullable(day),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isActive: z.boolean(),
  homeAddress: z.nullable(patientAddress),
  /** Lines, the state or province in full. */
  address: z.nullable(z.array(z.string())),
  parents: z.array(foundPatient),
  children: z.array(foundPatient),
  practitioners: z.array(z.string()),
  tags: z.nullable(z.array(patientTag)),
})
export type PatientChart = z.infer<typeof patientChart>

export type PatientField = (typeof patientFields)[number]

const patientDraft = z.strictObject({
  firstName: part,
  lastName: part,
  birthDate: part,
  phone: part,
  email: part,
})
export type PatientDraft = z.infer<typeof patientDraft>

const patientPatch = z.extend(z.partial(patientDraft), { homeAddress: z.optional(patientAddress) })
export type PatientPatch = z.infer<typeof patientPatch>

/** `similar`: such patients exist, and nobody was created now; `inDoubt`: no answer came, and nobody knows. */
const createdPatient = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('created'), patient: reference }),
  z.strictObject({ outcome: z.literal('similar'), rows: z.array(foundPatient) }),
  z.strictObject({ outcome: z.literal('inDoubt') }),
])
export type CreatedPatient = z.infer<typeof createdPatient>

export const patientOperations = {
  queries: {
    findPatients: see(
      'patients',
      { search: patientSearch, more: z.optional(reference) },
      foundPatients,
    ),
    patientChart: see('patients', chartInput, patientChart),
  },
  commands: {
    /** Opens the chart of a found patient, once what the person said of themselves matches the record, and no other. */
    openChart: see('patients', { patient: reference, identifiers }, chartInput),
    openChartOfAppointment: see('patients', { appointment: reference, identifiers }, chartInput),
    /** Creates a patient. `isAnother`: staff have looked at the similar ones, and it is none of them. */
    createPatient: change(
      'patients',
      { draft: patientDraft, isAnother: z.boolean() },
      createdPatient,
    ),
    changePatient: change('patients', { chart: reference, patch: patientPatch }),
    removePatient: withReason(change('removal', chartInput)),
  },
} satisfies DeskOperations
