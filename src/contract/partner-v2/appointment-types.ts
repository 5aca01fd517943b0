import { z } from 'zod'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { accountId, colour, filter, id, pageOf, pageQuery, pathId } from '../values.ts'

const base = '/partner/v2/account/{accountId}/appointment/type'
const section = 'Appointment types'

const appointmentType = assumed(
  z.looseObject({
    id,
    name: z.string().nullish(),
    description: z.string().nullish().describe('Meant for patients.'),
    durationMinutes: z.int().nullish(),
    color: colour.nullish(),
    isTelehealth: z.boolean().nullish(),
    isActive: z.boolean().nullish(),
  }),
  'appointment-type-shape',
).meta({ id: 'AppointmentType' })

/** Kinds of visits that can be scheduled. */
export const appointmentTypes = {
  /** A page of active types. Partner API v2, “Appointment types”. */
  list: defineOperation({
    id: 'partner.appointmentTypes.list',
    interface: 'partner',
    method: 'GET',
    path: base,
    section,
    summary: 'List active appointment types; filter by name and description.',
    params: z.strictObject({ accountId }),
    query: z.strictObject({
      ...pageQuery,
      name: filter(z.string()),
      description: filter(z.string()),
    }),
    answer: pageOf(appointmentType),
    status: 200,
  }),

  /** One type. Partner API v2, “Appointment types”. */
  get: defineOperation({
    id: 'partner.appointmentTypes.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{appointmentTypeId}`,
    section,
    summary: 'One appointment type.',
    params: z.strictObject({ accountId, appointmentTypeId: pathId }),
    answer: appointmentType,
    status: 200,
  }),
}
