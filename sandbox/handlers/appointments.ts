import { isDeepStrictEqual } from 'node:util'
import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { unprocessable } from '../http/refusal.ts'
import { readRoutes, recordRoute, type Resource } from '../http/resource.ts'
import { route } from '../http/route.ts'
import { inAccount, ofAccount, takeId } from '../state/lookup.ts'
import type { Appointment, State } from '../state/types.ts'
import { publish } from '../webhooks/deliveries.ts'
import { nameOf } from './patients.ts'

const { appointments } = contract.partner

function spanOf(state: State, { startAt, appointmentTypeId }: Appointment): [number, number] {
  const start = Date.parse(startAt)
  const minutes = state.appointmentTypes.get(appointmentTypeId)?.durationMinutes ?? 0
  return [start, start + minutes * 60_000]
}

function presentSummary(state: State, appointment: Appointment) {
  return { ...appointment, endAt: iso(spanOf(state, appointment)[1]) }
}

function present(state: State, appointment: Appointment) {
  const { patientId, practitionerId, locationId, appointmentTypeId } = appointment
  const patient = state.patients.get(patientId)
  const named = (table: ReadonlyMap<number, { readonly name: string }>, id: number) => ({
    id,
    name: table.get(id)?.name ?? null,
  })
  return {
    ...presentSummary(state, appointment),
    patient: { id: patientId, name: patient ? nameOf(patient) : null },
    practitioner: named(state.practitioners, practitionerId),
    location: named(state.locations, locationId),
    appointmentType: named(state.appointmentTypes, appointmentTypeId),
  }
}

const appointmentResource: Resource<Appointment> = {
  name: 'appointment',
  table: ({ appointments: table }) => table,
  view: (appointment, { state }) => presentSummary(state, appointment),
  whole: (appointment, { state }) => present(state, appointment),
  sortBy: 'startAt',
}

/** Books an appointment as it would be and tells of the change, or says what stands against it. */
function book(state: State, wish: Appointment, now: number) {
  const { accountId } = wish
  const old = state.appointments.get(wish.id)
  if (old?.startAt !== wish.startAt && Date.parse(wish.startAt) < now)
    return unprocessable('start_has_passed', 'An appointment cannot start in the past.')
  if (!inAccount(state.practitioners, accountId, wish.practitionerId))
    return unprocessable('unknown_practitioner', 'The account has no such practitioner.')
  if (!inAccount(state.appointmentTypes, accountId, wish.appointmentTypeId)?.isActive)
    return unprocessable('unknown_appointment_type', 'The account has no such active type.')
  // An appointment that keeps its time, type and practitioner takes no other's place, unless it was cancelled before.
  const isAsBefore =
    old !== undefined &&
    old.status !== 'CANCELLED' &&
    old.startAt === wish.startAt &&
    old.practitionerId === wish.practitionerId &&
    old.appointmentTypeId === wish.appointmentTypeId
  const [start, end] = spanOf(state, wish)
  const others = ofAccount(state.appointments, accountId).filter(
    ({ id, practitionerId, status }) =>
      id !== wish.id && practitionerId === wish.practitionerId && status !== 'CANCELLED',
  )
  const taken = others.some((other) => {
    const [from, to] = spanOf(state, other)
    return from < end && start < to
  })
  if (taken && !isAsBefore && wish.status !== 'CANCELLED')
    return unprocessable('not_available', 'The practitioner is not free at that time.')
  state.appointments.set(wish.id, wish)
  const { accountId: _, ...data } = presentSummary(state, wish)
  const type = old ? 'appointment.updated' : 'appointment.created'
  if (!isDeepStrictEqual(old, wish)) publish(state, { type, accountId, data }, now)
  return ok(present(state, wish))
}

export const appointmentRoutes = [
  ...readRoutes(appointments, appointmentResource),

  route(appointments.create, ({ state, location, body, now }) => {
    const patient = inAccount(state.patients, location.accountId, body.patientId)
    if (!patient) return unprocessable('unknown_patient', 'The account has no such patient.')
    const wish: Appointment = {
      id: takeId(state, 'appointment'),
      accountId: location.accountId,
      locationId: location.id,
      patientId: patient.id,
      practitionerId: Number(body.practitionerId),
      appointmentTypeId: Number(body.appointmentTypeId),
      startAt: iso(Date.parse(body.startAt)),
      status: 'SCHEDULED',
    }
    return book(state, wish, now)
  }),

  recordRoute(appointments.update, appointmentResource, (old, { state, body, now }) => {
    const wish: Appointment = {
      ...old,
      practitionerId: Number(body.practitionerId ?? old.practitionerId),
      appointmentTypeId: Number(body.appointmentTypeId ?? old.appointmentTypeId),
      startAt: iso(Date.parse(body.startAt ?? old.startAt)),
      status: body.status ?? old.status,
    }
    return book(state, wish, now)
  }),
]
