import { iso } from '../clock.ts'
import type { Delivery, Patient, PatientAddress, State, Webhook } from '../state/types.ts'
import type { PatientCase } from './cases.ts'
import {
  account,
  accounts,
  appointmentTypes,
  foreignAccount,
  locations,
  practitioners,
  since,
} from './clinics.ts'
import { foreigner, people } from './people.ts'
import { seedRecords } from './records.ts'
import { templateGroups, templates } from './templates.ts'
import { seedAppointments, seedPackets, seedPacketsOf } from './visits.ts'
import { eventOf, recordTry } from '../webhooks/deliveries.ts'

const year = 365 * 86_400_000

function table<T extends { readonly id: number }>(records: readonly T[]): Map<number, T> {
  return new Map(records.map((record) => [record.id, structuredClone(record)]))
}

function seattle(address1: string): PatientAddress {
  return { address1, city: 'Seattle', postalCode: '98101', stateProvince: 'WA' }
}

function patientOf(person: PatientCase, accountId: number, at: string): Patient {
  return {
    id: person.id,
    accountId,
    active: person.active ?? true,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    mobilePhone: person.phone,
    dateOfBirth: person.dateOfBirth,
    gender: person.gender ?? null,
    homeAddress: seattle(`${person.id - 4990} Harbor Street`),
    mailingAddress: person.id % 5 === 1 ? seattle(`PO Box ${person.id}`) : null,
    parentIds: person.parentIds ?? [],
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

/** Builds the sandbox's first state from `start` (ms), which due dates and appointments follow, and added patients. */
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

const hour = 3_600_000

/** One endpoint of the account and one of the integrator itself. Both are switched off, so nothing is sent to them. */
export const webhooks: readonly Webhook[] = [
  endpoint(50_001, account.id, 'Front desk', ['appointment.created', 'appointment.updated']),
  endpoint(50_002, null, 'Records', ['form.completed']),
]

function endpoint(
  id: number,
  accountId: number | null,
  name: string,
  eventTypes: readonly string[],
): Webhook {
  return {
    id,
    accountId,
    name,
    url: `https://localhost:9443/${name.toLowerCase().replace(' ', '-')}`,
    eventTypes,
    isEnabled: false,
    signingSecret: `whsec_of_the_seeded_endpoint_${id}`,
    secretToken: null,
    createdAt: since,
    updatedAt: since,
  }
}

/** Makes a test of each endpoint an hour before `start` (ms), which arrived at its second try. */
function testDeliveries(start: number): ReadonlyMap<string, Delivery> {
  return new Map(
    webhooks.map(({ id: webhookId, accountId }) => {
      const id = `3f0a5c1e-7b24-4d8e-9c61-0000000${webhookId}`
      const at = start - hour
      const data = { message: 'This is a test. Nothing happened.' }
      const event = { ...eventOf({ type: 'test.ping', accountId, data }, at), id }
      const delivery: Delivery = {
        id,
        webhookId,
        eventType: 'test.ping',
        body: JSON.stringify(event),
        maxTries: 2,
        tries: [],
        status: 'PENDING',
        nextTryAt: at,
      }
      recordTry(delivery, { at, statusCode: 503, reason: null }, at)
      const again = delivery.nextTryAt
      recordTry(delivery, { at: again, statusCode: 204, reason: null }, again)
      return [id, delivery]
    }),
  )
}
