import { addDays, iso } from '../clock.ts'
import { dateIn, instantIn } from '../../src/shared/time-zone.ts'
import { takeId, templateOf } from '../state/lookup.ts'
import { createPacket, elementsOf, submitForm } from '../state/packets.ts'
import type { Appointment, Form, Packet, State, Template } from '../state/types.ts'
import arrivals from './arrivals.json' with { type: 'json' }
import * as cases from './cases.ts'
import { account, appointmentTypes, foreignAccount, locations, practitioners } from './clinics.ts'
import packetSeeds from './packets.json' with { type: 'json' }
import { foreigner, people } from './people.ts'
import { templates } from './templates.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const newPatient = { name: 'New patient forms', templateIds: [601, 602, 603] }

/** Finds seeded templates by their ids: the newest version, or the one that is named. */
const templatesOf = (ids: readonly number[], wanted?: number): Template[] => {
  const isWanted = ({ version }: Template) => version === (wanted ?? version)
  return ids.flatMap((id) => templates.findLast((each) => each.id === id && isWanted(each)) ?? [])
}

const ordinaryIds = ({ patients }: State) =>
  [...patients.keys()].filter((id) => id >= 5040 && id < 9000)

function answerAll(state: State, form: Form): void {
  for (const element of elementsOf(templateOf(state, form))) {
    if (!element.patientViewable || !element.required || element.showWhen) continue
    const fallback = element.elementType === 4 ? true : 'No concerns'
    const option = element.options?.find((each) => each === 'No') ?? element.options?.[0]
    form.answers[element.id] ??= option ?? fallback
  }
}

/** Adds waiting packets for a patient beside the seeded ones. */
export function seedPacketsOf(
  state: State,
  { id: patientId, packets }: { readonly id: number; readonly packets: number },
  start: number,
): void {
  state.nextIds.packet = patientId + 1
  const fields = { accountId: account.id, locationId: 301, patientId, dueDate: null }
  for (let count = 1; count <= packets; count++) {
    const name = `${newPatient.name} ${count}`
    createPacket(state, { ...fields, name }, templatesOf(newPatient.templateIds), start - 26 * hour)
  }
}

interface PacketSeed {
  readonly name: string
  readonly templateIds: readonly number[]
  readonly dueInDays: number | null
  readonly locationId?: number
  /** Number of submitted forms. */
  readonly submitted?: number
  readonly archived?: boolean
  readonly version?: number
}

/** Puts the seeded packets into `state`; `start` (ms) is the sandbox's own. */
export function seedPackets(state: State, start: number): void {
  const at = start - 26 * hour
  const today = dateIn(locations[0]?.timeZone ?? 'UTC', start)
  const packet = (patientId: number, seed: PacketSeed): Packet => {
    const { name, templateIds, dueInDays, locationId = 301, submitted = 0 } = seed
    const dueDate = dueInDays === null ? null : addDays(today, dueInDays)
    const fields = { accountId: account.id, locationId, patientId, name, dueDate }
    const made = createPacket(state, fields, templatesOf(templateIds, seed.version), at)
    for (const [index, form] of made.forms.slice(0, submitted).entries()) {
      answerAll(state, form)
      form.startedAt = iso(at + (index + 1) * minute)
      submitForm(state, made, form, at + (index + 2) * minute)
    }
    if (seed.archived) made.archivedAt = iso(at + hour)
    return made
  }

  for (const { id, waits } of people) if (waits) packet(id, { ...newPatient, dueInDays: 3 })

  for (const { patient, ...seed } of packetSeeds)
    packet(cases.allCases[patient as keyof typeof cases.allCases].id, seed)
  const half = [...state.packets.values()].find(({ patientId }) => patientId === cases.halfDone.id)
  const second = half?.forms[1]
  if (second) {
    second.startedAt = iso(at + hour)
    second.answers[602001] = 'A cough that does not go away'
  }

  for (const [index, id] of ordinaryIds(state).entries()) {
    const locationId = 301 + (index % 3)
    packet(id, { ...newPatient, dueInDays: index % 9, locationId, submitted: index % 4 })
    const yearly = { name: 'Yearly update', templateIds: [601, 604], dueInDays: -30 }
    if (index % 5 === 0) packet(id, { ...yearly, locationId, archived: true })
  }

  const theirs = { accountId: foreignAccount.id, locationId: 901, patientId: foreigner.id }
  createPacket(state, { ...theirs, name: 'Theirs', dueDate: null }, templatesOf([603]), at)
  const therapy = { name: 'Before you see the therapist', templateIds: [605], dueInDays: 0 }
  packet(cases.shortForm.id, therapy)
  for (const { id } of Object.values(cases.arrivals))
    if (id !== cases.arrivals.nothingWaits.id) packet(id, { ...newPatient, dueInDays: 3 })
}

/** Books today's and tomorrow's appointments: ordinary patients at full hours, arrival cases after the start. */
export function seedAppointments(state: State, start: number): void {
  const book = (
    fields: Pick<Appointment, 'locationId' | 'patientId' | 'startAt' | 'status'>,
    practitioner: number,
    appointmentTypeId: number,
  ) => {
    const id = takeId(state, 'appointment')
    const practitionerId = practitioners[practitioner]?.id ?? 401
    const made = { id, accountId: account.id, practitionerId, appointmentTypeId, ...fields }
    state.appointments.set(id, made)
  }
  const waiting = ordinaryIds(state)
  const ours = locations.filter(({ accountId }) => accountId === account.id)
  for (const days of [0, 1])
    for (const [place, { id: locationId, timeZone }] of ours.entries()) {
      const date = dateIn(timeZone, start + days * day)
      for (let at = 9; at < 17; at += 1) {
        const patientId = waiting[(place * 8 + (at - 9) + days * 24) % waiting.length]
        if (at === 12 || patientId === undefined) continue
        const startAt = iso(instantIn(timeZone, date, at, 0))
        const status = days === 0 && at === 16 ? 'CANCELLED' : 'SCHEDULED'
        const fields = { locationId, patientId, startAt, status } as const
        book(fields, place, appointmentTypes[at % 3]?.id ?? 501)
      }
    }
  const first = Math.ceil(start / (5 * minute)) * 5 * minute
  for (const { patientId, inMinutes, locationId = 301, typeId, ...more } of arrivals) {
    const status = (more.status ?? 'SCHEDULED') as Appointment['status']
    const startAt = iso(first + inMinutes * minute)
    const fields = { locationId, patientId, startAt, status }
    book(fields, locationId === 302 ? 1 : 0, typeId ?? 501)
  }
}
