import { z } from 'zod'
import { assumed } from '../mark.ts'
import { calendarDay, id, isoDate, timestamp } from '../values.ts'

/** Progress of a form packet. `archivedAt` beside it says if the packet is archived. */
export const packetStatus = z.enum(['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED'])
export type PacketStatus = z.infer<typeof packetStatus>

/** One answer of a form: its element, its attribute, and its value. */
const formAnswer = z
  .looseObject({
    elementId: id,
    attribute: z.string().nullish(),
    label: z.string().nullish(),
    value: z.unknown(),
  })
  .meta({ id: 'FormAnswer' })

/** A form of a packet, made from one version of a template. */
const form = z
  .looseObject({
    id,
    formTemplateId: id.nullish(),
    version: z.int().nullish(),
    name: z.string().nullish(),
    status: z.string().nullish(),
    submittedAt: timestamp.nullish(),
    answers: z.array(formAnswer).nullish(),
  })
  .meta({ id: 'Form' })

/** A form packet; only a single one carries the answers of its forms. */
export const formPacket = assumed(
  z.looseObject({
    id,
    name: z.string(),
    status: assumed(z.string(), 'form-packet-status').describe(
      `${packetStatus.options.join(', ')}; another one is no error.`,
    ),
    patientId: id.nullish(),
    locationId: id.nullish(),
    dueDate: calendarDay.nullish(),
    createdAt: timestamp.nullish(),
    completedAt: timestamp.nullish(),
    archivedAt: timestamp.nullish(),
    forms: z.array(form).nullish(),
  }),
  'form-packet-shape',
).meta({ id: 'FormPacket' })
export type FormPacket = z.infer<typeof formPacket>

/** Any JSON value; the types are named so that a form or a command line can read each of them. */
const anyJson = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
])

/** Attribute names with the values that their fields are to start with: the documents limit neither. */
export const prefill = z.record(z.string(), anyJson).meta({
  id: 'Prefill',
  examples: [{ preferred_name: 'Rosie', member_number: 'A-1047' }],
})

const common = {
  patientId: id,
  locationId: assumed(id.optional(), 'form-packet-location'),
  dueDate: isoDate.optional(),
  prefill: prefill.optional(),
}

/** A new packet: of the templates named, or of a template group. */
export const newFormPacket = assumed(
  z.union([
    z.strictObject({ ...common, formTemplateIds: z.array(id).min(1) }),
    z.strictObject({ ...common, formTemplateGroupId: id }),
  ]),
  'form-packet-bodies',
).meta({
  id: 'NewFormPacket',
  examples: [{ patientId: 5001, formTemplateGroupId: 7011, dueDate: '2030-05-31' }],
})

/** Fields of a packet that may change. */
export const formPacketChange = assumed(
  z.strictObject({
    dueDate: isoDate.nullable().optional(),
    addFormTemplateIds: z.array(id).min(1).optional(),
    status: assumed(packetStatus.optional(), 'form-packet-status'),
  }),
  'form-packet-bodies',
).meta({ id: 'FormPacketChange', examples: [{ dueDate: '2030-06-30', addFormTemplateIds: [605] }] })
