import { z } from 'zod'
import { assumed } from '../mark.ts'
import { get, operations, post, put } from '../operation.ts'
import { dateRangeQuery, filter, id, pageOf, pageQuery } from '../values.ts'
import { signedUrl, unsignedUrl } from './address.ts'
import {
  formPacket,
  formPacketChange,
  newFormPacket,
  packetStatus,
  prefill as prefillMap,
} from './form-packet.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/form'

/** Form packets of a location. */
export const formPackets = operations('partner.formPackets', 'Form packets', {
  /** A page of packets, newest first. Archived ones only when `archived` asks for them. */
  list: get(base, 'List form packets; filter by patient, status and date range.', {
    query: z.strictObject({
      ...pageQuery,
      ...dateRangeQuery,
      patientId: filter(id),
      status: filter(packetStatus),
      archived: assumed(z.boolean().optional(), 'form-packet-archive').describe(
        'True for archived packets alone; without it they are left out.',
      ),
    }),
    answer: pageOf(formPacket),
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

  /** Changes what the body names and nothing else. */
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

  /** Fills fields by their attribute names; those unknown or already answered are left alone. */
  prefill: post(
    `${base}/{formPacketId}/prefill`,
    'Fill fields by attribute name; unknown and already answered ones are skipped.',
    {
      body: assumed(prefillMap, 'form-packet-prefill-result'),
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
