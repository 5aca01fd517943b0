import { addDays, iso } from '../clock.ts'
import { dateIn, instantIn } from '../../src/shared/time-zone.ts'
import { takeId, templateOf } from '../state/lookup.ts'
import { createPacket, elementsOf, submitForm } from '../state/packets.ts'
import type { Appointment, Form, Packet, State, Template } from '../state/types.ts'
import arrivals from './arrivals.json' with { type: 'json' }
import * as cases from './cases.ts'
import { account, appointmentTypes, foreignAccount, locations, practitioners } from './clinics.ts'
import { foreigner, people } from './people.ts'
import { templates } from './templates.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const newPatientForms = [601, 602, 603]

const templatesOf = (ids: readonly number[], wanted?: number): Template[] =>
  ids.flatMap(
    (id) =>
      templates.findLast((each) => each.id === id && each.version === (wanted ?? each.version)) ??
      [],
  )

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
  patient: { readonly id: number; readonly packets: number },
  start: number,
): void {
  state.nextIds.packet = patient.id + 1
  for (let count = 1; count <= patient.packets; count++) {
    const what = {
      accountId: account.id,
      locationId: 301,
      patientId: patient.id,
      name: `New patient forms ${count}`,
      dueDate: null,
    }
    createPacket(state, what, templatesOf(newPatientForms), start - 26 * hour)
  }
}

/** Puts the seeded packets into `state`; `start` (ms) is the sandbox's own. */
export function seedPackets(state: State, start: number): void {
  const at = start - 26 * hour
  const today = dateIn(locations[0]?.timeZone ?? 'UTC', start)
  const packet = (
    patientId: number,
    name: string,
    templateIds: readonly number[],
    dueInDays: number | null,
    more: {
      readonly locationId?: number
      readonly submitted?: number
      readonly archived?: boolean
      readonly version?: number
    } = {},
  ): Packet => {
    const made = createPacket(
      state,
      {
        accountId: account.id,
        locationId: more.locationId ?? 301,
        patientId,
        name,
        dueDate: dueInDays === null ? null : addDays(today, dueInDays),
      },
      templatesOf(templateIds, more.version),
      at,
    )
    for (const [index, form] of made.forms.slice(0, more.submitted ?? 0).entries()) {
      answerAll(state, form)
      form.startedAt = iso(at + (index + 1) * minute)
      submitForm(state, made, form, at + (index + 2) * minute)
    }
    if (more.archived) made.archivedAt = iso(at + hour)
    return made
  }

  for (const { id, waits } of people) if (waits) packet(id, 'New patient forms', newPatientForms, 3)

  const { id: busy } = cases.threePackets
  packet(busy, 'Every kind of field', [606], null)
  packet(busy, 'Yearly update', [601, 604], 14)
  packet(busy, 'Physical therapy forms', [605, 603], 2)
  const lastYear = { version: 1, submitted: 1, archived: true }
  packet(busy, 'Yearly update, last year', [601], -360, lastYear)
  packet(busy, 'Pediatrics update', [604], 5, { locationId: 302 })

  packet(cases.completedPacket.id, 'New patient forms', newPatientForms, 1, { submitted: 3 })

  const half = packet(cases.halfDone.id, 'New patient forms', newPatientForms, 1, { submitted: 1 })
  const second = half.forms[1]
  if (second) {
    second.startedAt = iso(at + hour)
    second.answers[602001] = 'A cough that does not go away'
  }

  for (const [index, id] of ordinaryIds(state).entries()) {
    const locationId = 301 + (index % 3)
    const submitted = index % 4
    packet(id, 'New patient forms', newPatientForms, index % 9, { locationId, submitted })
    if (index % 5 === 0)
      packet(id, 'Yearly update', [601, 604], -30, { locationId, archived: true })
  }

  const theirs = { accountId: foreignAccount.id, locationId: 901, patientId: foreigner.id }
  createPacket(state, { ...theirs, name: 'Theirs', dueDate: null }, templatesOf([603]), at)
  packet(cases.shortForm.id, 'Before you see the therapist', [605], 0)
  for (const { id } of Object.values(cases.arrivals))
    if (id !== cases.arrivals.nothingWaits.id) packet(id, 'New patient forms', newPatientForms, 3)
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
