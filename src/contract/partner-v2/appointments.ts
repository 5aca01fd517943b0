import { z } from 'zod'
import { assumed, model } from '../mark.ts'
import { get, operations, post, put, list } from '../operation.ts'
import { colour, dateRangeQuery, filter, id, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/appointment'
const types = '/partner/v2/account/{accountId}/appointment/type'

const appointmentType = model('AppointmentType', 'appointment-type-shape', {
  id,
  name: z.string().nullish(),
  description: z.string().nullish().describe('Meant for patients.'),
  durationMinutes: z.int().nullish(),
  color: colour.nullish(),
  isTelehealth: z.boolean().nullish(),
  isActive: z.boolean().nullish(),
})

export const appointmentTypes = operations('partner.appointmentTypes', 'Appointment types', {
  list: list(
    types,
    'List active appointment types; filter by name and description.',
    appointmentType,
    { filters: { name: filter(z.string()), description: filter(z.string()) } },
  ),

  get: get(`${types}/{appointmentTypeId}`, 'One appointment type.', { answer: appointmentType }),
})

const appointmentStatus = z.enum(['SCHEDULED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED'])
export type AppointmentStatus = z.infer<typeof appointmentStatus>

const named = z.looseObject({ id, name: z.string().nullish() })
const appointmentFields = {
  id,
  status: z.string().nullish(),
  patientId: id.nullish(),
  practitionerId: id.nullish(),
  appointmentTypeId: id.nullish(),
  locationId: id.nullish(),
  startAt: timestamp,
  endAt: timestamp.nullish(),
}
const appointmentSummary = model('AppointmentSummary', 'appointment-shape', appointmentFields)
const appointment = model('Appointment', 'appointment-shape', {
  ...appointmentFields,
  patient: named.nullish(),
  practitioner: named.nullish(),
  location: named.nullish(),
  appointmentType: named.nullish(),
})
const instant = z.iso.datetime({ offset: true })

export const appointments = operations('partner.appointments', 'Appointments', {
  /** A page of appointments, sorted by start. */
  list: list(
    base,
    'List appointments; filter by practitioner, patient, date range and status.',
    appointmentSummary,
    {
      filters: {
        ...dateRangeQuery,
        practitionerId: filter(id),
        patientId: filter(id),
        status: filter(appointmentStatus),
      },
      assumes: ['appointment-days'],
    },
  ),

  create: post(base, 'Book an appointment; availability is checked before it is confirmed.', {
    body: assumed(
      z.strictObject({
        patientId: id,
        practitionerId: id,
        appointmentTypeId: id,
        startAt: instant,
      }),
      'appointment-bodies',
    ).meta({
      examples: [
        {
          patientId: 5001,
          practitionerId: 401,
          appointmentTypeId: 501,
          startAt: '2030-05-31T09:00:00-07:00',
        },
      ],
    }),
    answer: appointment,
    assumes: ['created-status', 'unprocessable-bodies'],
    status: 201,
  }),

  get: get(
    `${base}/{appointmentId}`,
    'One appointment with patient, practitioner, location and type.',
    { answer: appointment },
  ),

  update: put(`${base}/{appointmentId}`, 'Reschedule by time or practitioner, or change details.', {
    body: assumed(
      z.strictObject({
        practitionerId: id.optional(),
        appointmentTypeId: id.optional(),
        startAt: instant.optional(),
        status: appointmentStatus.optional(),
      }),
      'appointment-bodies',
    ).meta({ examples: [{ status: 'CHECKED_IN' }] }),
    answer: appointment,
    assumes: ['unprocessable-bodies', 'appointment-arrival'],
  }),
})
