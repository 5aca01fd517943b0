import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { dateRangeQuery, id, locationPath, pageOf, pageQuery, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/appointment'
const section = 'Appointments'
const inLocation = z.strictObject(locationPath)
const inAppointment = z.strictObject({ ...locationPath, appointmentId: id })

/** States of an appointment. */
export const appointmentStatus = z.enum(['SCHEDULED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED'])
export type AppointmentStatus = z.infer<typeof appointmentStatus>

const named = z.looseObject({ id, name: z.string().nullish() })
const appointmentSummary = z.looseObject({
  id,
  status: z.string().nullish(),
  patientId: id.nullish(),
  practitionerId: id.nullish(),
  appointmentTypeId: id.nullish(),
  locationId: id.nullish(),
  startAt: timestamp,
  endAt: timestamp.nullish(),
})
const appointment = appointmentSummary.extend({
  patient: named.nullish(),
  practitioner: named.nullish(),
  location: named.nullish(),
  appointmentType: named.nullish(),
})
/** An instant with its offset or `Z`. */
const instant = z.iso.datetime({ offset: true })

/** Appointments at a location. */
export const appointments = {
  /** A page of appointments, sorted by start. */
  list: defineOperation({
    id: 'partner.appointments.list',
    interface: 'partner',
    method: 'GET',
    path: base,
    section,
    summary: 'List appointments; filter by practitioner, patient, date range and status.',
    params: inLocation,
    query: z.strictObject({
      ...pageQuery,
      ...dateRangeQuery,
      practitionerId: id.optional(),
      patientId: id.optional(),
      status: appointmentStatus.optional(),
    }),
    answer: pageOf(appointmentSummary),
    status: 200,
    assumes: ['appointment-shape', 'list-pages', 'list-filters'],
  }),

  /** Books an appointment; the practitioner must be free. */
  create: defineOperation({
    id: 'partner.appointments.create',
    interface: 'partner',
    method: 'POST',
    path: base,
    section,
    summary: 'Book an appointment; availability is checked before it is confirmed.',
    params: inLocation,
    body: z.strictObject({
      patientId: id,
      practitionerId: id,
      appointmentTypeId: id,
      startAt: instant,
    }),
    answer: appointment,
    status: 201,
    assumes: ['appointment-shape', 'appointment-bodies', 'created-status', 'unprocessable-bodies'],
  }),

  /** One appointment with whom, where and what for. */
  get: defineOperation({
    id: 'partner.appointments.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{appointmentId}`,
    section,
    summary: 'One appointment with patient, practitioner, location and type.',
    params: inAppointment,
    answer: appointment,
    status: 200,
    assumes: ['appointment-shape'],
  }),

  /** Changes what the body names and nothing else. */
  update: defineOperation({
    id: 'partner.appointments.update',
    interface: 'partner',
    method: 'PUT',
    path: `${base}/{appointmentId}`,
    section,
    summary: 'Reschedule by time or practitioner, or change details.',
    params: inAppointment,
    body: z.strictObject({
      practitionerId: id.optional(),
      appointmentTypeId: id.optional(),
      startAt: instant.optional(),
      status: appointmentStatus.optional(),
    }),
    answer: appointment,
    status: 200,
    assumes: ['appointment-shape', 'appointment-bodies', 'unprocessable-bodies'],
  }),
}
