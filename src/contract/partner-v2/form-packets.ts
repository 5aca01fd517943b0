import { z } from 'zod'
import { assumed, model, record } from '../mark.ts'
import { get, operations, post, put, list } from '../operation.ts'
import {
  calendarDay,
  dateRangeQuery,
  filter,
  id,
  isoDate,
  signedUrl,
  timestamp,
  unsignedUrl,
} from '../values.ts'

export const packetStatus = z.enum(['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED'])
export type PacketStatus = z.infer<typeof packetStatus>

const formAnswer = record('FormAnswer', {
  elementId: id,
  attribute: z.string().nullish(),
  label: z.string().nullish(),
  value: z.unknown(),
})

const form = record('Form', {
  id,
  formTemplateId: id.nullish(),
  version: z.int().nullish(),
  name: z.string().nullish(),
  status: z.string().nullish(),
  submittedAt: timestamp.nullish(),
  answers: z.array(formAnswer).nullish(),
})

/** A form packet; only a single one carries the answers of its forms. */
export const formPacket = model('FormPacket', 'form-packet-shape', {
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
})
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

const prefill = z.record(z.string(), anyJson).meta({
  id: 'Prefill',
  examples: [{ preferred_name: 'Rosie', member_number: 'A-1047' }],
})

const common = {
  patientId: id,
  locationId: assumed(id.optional(), 'form-packet-location'),
  dueDate: isoDate.optional(),
  prefill: prefill.optional(),
}

const newFormPacket = assumed(
  z.union([
    z.strictObject({ ...common, formTemplateIds: z.array(id).min(1) }),
    z.strictObject({ ...common, formTemplateGroupId: id }),
  ]),
  'form-packet-bodies',
).meta({
  id: 'NewFormPacket',
  examples: [{ patientId: 5001, formTemplateGroupId: 7011, dueDate: '2030-05-31' }],
})

const formPacketChange = assumed(
  z.strictObject({
    dueDate: isoDate.nullable().optional(),
    addFormTemplateIds: z.array(id).min(1).optional(),
    status: assumed(packetStatus.optional(), 'form-packet-status'),
  }),
  'form-packet-bodies',
).meta({ id: 'FormPacketChange', examples: [{ dueDate: '2030-06-30', addFormTemplateIds: [605] }] })

const base = '/partner/v2/account/{accountId}/location/{locationId}/form'

export const formPackets = operations('partner.formPackets', 'Form packets', {
  /** A page of packets, newest first. Archived ones only when `archived` asks for them. */
  list: list(base, 'List form packets; filter by patient, status and date range.', formPacket, {
    filters: {
      ...dateRangeQuery,
      patientId: filter(id),
      status: filter(packetStatus),
      archived: assumed(z.boolean().optional(), 'form-packet-archive').describe(
        'True for archived packets alone; without it they are left out.',
      ),
    },
  }),

  /** Creates a packet. Fields are prefilled from the record, and from `prefill` before that. */
  create: post(base, 'Create a packet from template ids or from a template group.', {
    body: newFormPacket,
    answer: formPacket,
    assumes: ['created-status', 'unprocessable-bodies'],
    status: 201,
  }),

  get: get(
    `${base}/{formPacketId}`,
    'One packet with forms, completion status and submitted answers.',
    { answer: formPacket },
  ),

  update: put(`${base}/{formPacketId}`, 'Change the due date, add forms, or update the status.', {
    body: formPacketChange,
    answer: formPacket,
    assumes: ['unprocessable-bodies'],
  }),

  archive: put(`${base}/{formPacketId}/archive`, 'Archive a packet.', {
    answer: formPacket,
    assumes: ['form-packet-archive'],
  }),

  getPdf: get(
    `${base}/{formPacketId}/pdf`,
    'Signed address of a PDF of the packet, valid for 15 minutes.',
    { answer: signedUrl },
  ),

  prefill: post(
    `${base}/{formPacketId}/prefill`,
    'Fill fields by attribute name; unknown and already answered ones are skipped.',
    {
      body: assumed(prefill, 'form-packet-prefill-result'),
      answer: assumed(
        z.looseObject({
          filled: z.array(z.string()).nullish(),
          skipped: z.array(z.string()).nullish(),
        }),
        'form-packet-prefill-result',
      ),
    },
  ),

  /** The patient-facing address of the packet: a secret, for as long as the packet is open. */
  getUrl: get(`${base}/{formPacketId}/url`, 'Patient-facing address for completing the packet.', {
    answer: unsignedUrl,
  }),
})
