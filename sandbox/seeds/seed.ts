import type { PatientAddress } from '../../src/contract/partner-v2/patients.ts'
import { iso } from '../clock.ts'
import type { Delivery, Patient, State, Webhook } from '../state/types.ts'
import type { PatientCase } from './cases.ts'
import {
  account,
  accounts,
  appointmentTypes,
  firstIds,
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

function patientOf({ phone, ...person }: PatientCase, accountId: number, at: string): Patient {
  return {
    active: true,
    gender: null,
    parentIds: [],
    ...person,
    accountId,
    mobilePhone: phone,
    homeAddress: seattle(`${person.id - 4990} Harbor Street`),
    mailingAddress: person.id % 5 === 1 ? seattle(`PO Box ${person.id}`) : null,
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
    nextIds: { ...firstIds },
  }
  seedPackets(state, start)
  seedAppointments(state, start)
  for (const newcomer of newcomers) seedPacketsOf(state, newcomer, start)
  return state
}

const hour = 3_600_000

/** One endpoint of the account and one of the integrator itself. Both are switched off, so nothing is sent to them. */
export const webhooks = [
  {
    id: 50_001,
    accountId: account.id,
    name: 'Front desk',
    eventTypes: ['appointment.created', 'appointment.updated'],
  },
  { id: 50_002, accountId: null, name: 'Records', eventTypes: ['form.completed'] },
].map((each): Webhook => ({
  ...each,
  url: `https://localhost:9443/${each.name.toLowerCase().replace(' ', '-')}`,
  isEnabled: false,
  signingSecret: `whsec_of_the_seeded_endpoint_${each.id}`,
  secretToken: null,
  createdAt: since,
  updatedAt: since,
}))

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
      for (const statusCode of [503, 204]) {
        const { nextTryAt } = delivery
        recordTry(delivery, { at: nextTryAt, statusCode, reason: null }, nextTryAt)
      }
      return [id, delivery]
    }),
  )
}
