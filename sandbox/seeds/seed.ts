import { iso } from '../clock.ts'
import type { Patient, PatientAddress, State } from '../state/types.ts'
import * as cases from './cases.ts'
import type { PatientCase } from './cases.ts'
import {
  account,
  accounts,
  appointmentTypes,
  foreignAccount,
  locations,
  practitioners,
} from './clinics.ts'
import { foreigner, people } from './people.ts'
import { seedRecords } from './records.ts'
import { templateGroups, templates } from './templates.ts'
import { seedAppointments, seedPackets, seedPacketsOf } from './visits.ts'
import { testDeliveries, webhooks } from './webhooks.ts'

const year = 365 * 86_400_000

/** Genders that patients stated; most were not asked. */
const genders: Readonly<Record<number, string>> = {
  [cases.onePacket.id]: 'Female',
  [cases.halfDone.id]: 'Non-binary',
}

function table<T extends { readonly id: number }>(records: readonly T[]): Map<number, T> {
  return new Map(records.map((record) => [record.id, structuredClone(record)]))
}

function seattle(address1: string): PatientAddress {
  return { address1, city: 'Seattle', postalCode: '98101', stateProvince: 'WA' }
}

function patientOf(person: PatientCase, accountId: number, at: string): Patient {
  const isChild = person.id === cases.minor.child.id
  return {
    id: person.id,
    accountId,
    active: person.id !== cases.inactivePatient.id,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    mobilePhone: person.phone,
    dateOfBirth: person.dateOfBirth,
    gender: genders[person.id] ?? null,
    homeAddress: seattle(`${person.id - 4990} Harbor Street`),
    mailingAddress: person.id % 5 === 1 ? seattle(`PO Box ${person.id}`) : null,
    parentIds: isChild ? [cases.minor.parent.id] : [],
    practitionerIds: accountId === account.id ? [401 + (person.id % 3)] : [],
    attributes: {},
    createdOn: at,
    lastUpdatedOn: at,
  }
}

/** Patient beside the seeded ones, with waiting packets at the first location; their ids follow the patient's. */
export interface Newcomer extends PatientCase {
  readonly packets: number
}

/**
 * Builds the sandbox's first state from nothing but `start` (ms), which due dates and appointments follow, and the
 * patients added to the seeds.
 */
export function seed(start: number, newcomers: readonly Newcomer[] = []): State {
  const at = iso(start - year)
  const state: State = {
    accounts: table(accounts),
    locations: table(locations),
    patients: table([
      ...people.map((person) => patientOf(person, account.id, at)),
      patientOf(foreigner, foreignAccount.id, at),
      ...newcomers.map((person) => patientOf(person, account.id, at)),
    ]),
    ...seedRecords(start),
    templates: new Map(
      templates.map(({ id }) => [id, templates.filter((version) => version.id === id)]),
    ),
    templateGroups: table(templateGroups(at)),
    packets: new Map(),
    practitioners: table(practitioners),
    appointmentTypes: table(appointmentTypes),
    appointments: new Map(),
    proofs: new Map(),
    inbox: [],
    completionTokens: new Map(),
    webhooks: table(webhooks),
    deliveries: new Map(testDeliveries(start)),
    nextIds: {
      patient: 10_001,
      packet: 20_001,
      form: 30_001,
      appointment: 40_001,
      webhook: 50_003,
      location: 1001,
      templateGroup: 60_001,
      conversion: 70_001,
    },
  }
  seedPackets(state, start)
  seedAppointments(state, start)
  for (const newcomer of newcomers) seedPacketsOf(state, newcomer, start)
  return state
}
