import { isDeepStrictEqual } from 'node:util'
import { contract } from '../../src/contract/index.ts'
import type { Id } from '../../src/contract/values.ts'
import { ok } from '../../src/shared/result.ts'
import type { Result } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { isOrAny, isWithin } from '../http/filters.ts'
import { notFound, unprocessable } from '../http/refusal.ts'
import type { Refusal } from '../http/refusal.ts'
import { paginate, presentPage, sortable } from '../http/paginate.ts'
import { route } from '../http/route.ts'
import { nameOf } from '../present-patient.ts'
import { atLocation, inAccount, ofAccount, takeId } from '../state/lookup.ts'
import type { Appointment, Location, State } from '../state/types.ts'
import { publish } from '../webhooks/deliveries.ts'

const minute = 60_000

function spanOf(state: State, { startAt, appointmentTypeId }: Appointment): [number, number] {
  const start = Date.parse(startAt)
  const minutes = state.appointmentTypes.get(appointmentTypeId)?.durationMinutes ?? 0
  return [start, start + minutes * minute]
}

function presentSummary(state: State, appointment: Appointment) {
  const { accountId: _, ...fields } = appointment
  return { ...fields, endAt: iso(spanOf(state, appointment)[1]) }
}

function present(state: State, appointment: Appointment) {
  const { patientId, practitionerId, locationId, appointmentTypeId } = appointment
  const patient = state.patients.get(patientId)
  const name = (record: { name: string } | undefined) => record?.name ?? null
  return {
    ...presentSummary(state, appointment),
    patient: { id: patientId, name: patient ? nameOf(patient) : null },
    practitioner: { id: practitionerId, name: name(state.practitioners.get(practitionerId)) },
    location: { id: locationId, name: name(state.locations.get(locationId)) },
    appointmentType: {
      id: appointmentTypeId,
      name: name(state.appointmentTypes.get(appointmentTypeId)),
    },
  }
}

function announce(
  state: State,
  type: 'appointment.created' | 'appointment.updated',
  appointment: Appointment,
  now: number,
): void {
  const { accountId } = appointment
  publish(state, { type, accountId, data: presentSummary(state, appointment) }, now)
}

/** Takes an appointment as it would be, or says what stands against it. */
function confirm(state: State, wish: Appointment, now: number): Result<Appointment, Refusal> {
  const { accountId } = wish
  const old = state.appointments.get(wish.id)
  if (old?.startAt !== wish.startAt && Date.parse(wish.startAt) < now) {
    return unprocessable('start_has_passed', 'An appointment cannot start in the past.')
  }
  if (!inAccount(state.practitioners, accountId, wish.practitionerId)) {
    return unprocessable('unknown_practitioner', 'The account has no such practitioner.')
  }
  if (!inAccount(state.appointmentTypes, accountId, wish.appointmentTypeId)?.isActive) {
    return unprocessable('unknown_appointment_type', 'The account has no such active type.')
  }
  // What keeps its time and its practitioner takes nothing from anybody; only who comes back does.
  const isAsBefore =
    old !== undefined &&
    old.status !== 'CANCELLED' &&
    old.startAt === wish.startAt &&
    old.practitionerId === wish.practitionerId &&
    old.appointmentTypeId === wish.appointmentTypeId
  const [start, end] = spanOf(state, wish)
  const taken = ofAccount(state.appointments, accountId).some((other) => {
    const [from, to] = spanOf(state, other)
    return (
      other.id !== wish.id &&
      other.practitionerId === wish.practitionerId &&
      other.status !== 'CANCELLED' &&
      from < end &&
      start < to
    )
  })
  if (taken && !isAsBefore && wish.status !== 'CANCELLED') {
    return unprocessable('not_available', 'The practitioner is not free at that time.')
  }
  state.appointments.set(wish.id, wish)
  return ok(wish)
}

function appointmentAt(call: {
  readonly state: State
  readonly location: Location
  readonly params: { readonly appointmentId: Id }
}): Result<Appointment, Refusal> {
  const { state, location, params } = call
  const found = atLocation(state.appointments, location, params.appointmentId)
  return found ? ok(found) : notFound('appointment')
}

/** Appointments at a location. */
export const appointmentRoutes = [
  route(contract.partner.appointments.list, ({ state, location, query }) => {
    const found = ofAccount(state.appointments, location.accountId).filter(
      (appointment) =>
        appointment.locationId === location.id &&
        isOrAny(query.patientId, appointment.patientId) &&
        isOrAny(query.practitionerId, appointment.practitionerId) &&
        (query.status ?? appointment.status) === appointment.status &&
        isWithin(location, query, appointment.startAt),
    )
    const page = paginate(found, query, ({ startAt, id }) => `${startAt} ${sortable(id)}`)
    return presentPage(page, (appointment) => presentSummary(state, appointment))
  }),

  route(contract.partner.appointments.create, ({ state, location, body, now }) => {
    const patient = inAccount(state.patients, location.accountId, body.patientId)
    if (!patient) return unprocessable('unknown_patient', 'The account has no such patient.')
    const confirmed = confirm(
      state,
      {
        id: takeId(state, 'appointment'),
        accountId: location.accountId,
        locationId: location.id,
        patientId: patient.id,
        practitionerId: Number(body.practitionerId),
        appointmentTypeId: Number(body.appointmentTypeId),
        startAt: iso(Date.parse(body.startAt)),
        status: 'SCHEDULED',
      },
      now,
    )
    if (!confirmed.ok) return confirmed
    announce(state, 'appointment.created', confirmed.value, now)
    return ok(present(state, confirmed.value))
  }),

  route(contract.partner.appointments.get, (call) => {
    const found = appointmentAt(call)
    return found.ok ? ok(present(call.state, found.value)) : found
  }),

  route(contract.partner.appointments.update, (call) => {
    const found = appointmentAt(call)
    if (!found.ok) return found
    const { state, body, now } = call
    const old = found.value
    const confirmed = confirm(
      state,
      {
        ...old,
        practitionerId: Number(body.practitionerId ?? old.practitionerId),
        appointmentTypeId: Number(body.appointmentTypeId ?? old.appointmentTypeId),
        startAt: iso(Date.parse(body.startAt ?? old.startAt)),
        status: body.status ?? old.status,
      },
      now,
    )
    if (!confirmed.ok) return confirmed
    if (!isDeepStrictEqual(old, confirmed.value))
      announce(state, 'appointment.updated', confirmed.value, now)
    return ok(present(state, confirmed.value))
  }),
]
