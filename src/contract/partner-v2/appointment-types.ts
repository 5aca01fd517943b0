import { z } from 'zod'
import { assumed } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { colour, filter, id, pageOf, pageQuery } from '../values.ts'

const base = '/partner/v2/account/{accountId}/appointment/type'

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
export const appointmentTypes = operations('partner.appointmentTypes', 'Appointment types', {
  list: get(base, 'List active appointment types; filter by name and description.', {
    query: z.strictObject({
      ...pageQuery,
      name: filter(z.string()),
      description: filter(z.string()),
    }),
    answer: pageOf(appointmentType),
  }),

  get: get(`${base}/{appointmentTypeId}`, 'One appointment type.', { answer: appointmentType }),
})
