import seeds from './cases.json' with { type: 'json' }

/** Phones are E.164 of the fictional 555-01xx range, dates of birth YYYY-MM-DD. */
export interface PatientCase {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly email: string | null
  readonly dateOfBirth: string | null
  /** False for a record that is no longer active: nothing matches it. */
  readonly active?: boolean
  readonly gender?: string
  readonly parentIds?: readonly number[]
  /** True if "New patient forms" wait. */
  readonly waits?: boolean
  readonly what?: string
}

export interface Reachable extends PatientCase {
  readonly phone: string
  readonly email: string
  readonly dateOfBirth: string
}

/** Returns phone number 0 to 99 of the fictional range. */
export const fictionalPhone = (number: number) => `+1206555${String(100 + number).padStart(4, '0')}`

/** A patient as the seeds write one: id, phone and e-mail address follow from number and name unless they are given. */
interface CaseSeed extends Partial<Omit<PatientCase, 'id' | 'dateOfBirth'>> {
  readonly number: number
  readonly firstName: string
  readonly lastName: string
  readonly born: string | null
  /** E-mail address before the `@`. */
  readonly mailbox?: string
}

/** Completes a patient: what is not given is theirs alone. */
export function patientCase({ number, born, mailbox, ...given }: CaseSeed): PatientCase {
  const name = mailbox ?? `${given.firstName}.${given.lastName}`
  return {
    id: 5000 + number,
    phone: fictionalPhone(number),
    email: `${name.toLowerCase().replace(/[^a-z.]/g, '')}@example.com`,
    dateOfBirth: born,
    ...given,
  }
}

export const allCases = Object.fromEntries(
  Object.entries(seeds).map(([name, seed]) => [name, patientCase(seed)]),
) as Readonly<Record<keyof typeof seeds, PatientCase>>

const reachable = allCases as Readonly<Record<keyof typeof seeds, Reachable>>
export const { onePacket, threePackets, noPacket, completedPacket, bothChannels } = reachable
export const { halfDone, inactivePatient, longName, shortForm } = reachable

/** Patients with an appointment today, as `arrivals.json` says, and one packet each but for `nothingWaits`. */
export const arrivals = {
  due: reachable.due,
  nothingWaits: reachable.nothingWaits,
  several: reachable.several,
  cancelled: reachable.cancelled,
  elsewhere: reachable.elsewhere,
  telehealth: reachable.telehealth,
  arrived: reachable.arrived,
  late: reachable.late,
  early: reachable.early,
} as const

const { grace, daniel, sophie, otto, ingrid } = reachable

/** A mother and two children with one phone: a match by phone finds several; by e-mail one. */
export const familyPhone = { phone: grace.phone, members: [grace, daniel, sophie] } as const

/** Two records of the same name and e-mail address: a match by e-mail finds several; by phone one. */
export const sharedEmail = { email: otto.email, members: [otto, ingrid] } as const

/** A child without contacts of her own, and her father; a packet waits for each. */
export const minor = { parent: reachable.samuel, child: allCases.nia } as const

export const noDateOfBirth = { ...reachable.noDateOfBirth, dateOfBirth: null } as const

export const unknownContact = {
  phone: fictionalPhone(99),
  email: 'nobody@example.com',
} as const
