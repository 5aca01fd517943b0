import { z } from 'zod'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { dateRangeQuery, filter, id, locationPath, pageOf, pageQuery, pathId } from '../values.ts'
import { signedUrl, unsignedUrl } from './address.ts'
import {
  formPacket,
  formPacketChange,
  newFormPacket,
  packetStatus,
  prefill as prefillMap,
} from './form-packet.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/form'
const section = 'Form packets'
const inLocation = z.strictObject(locationPath)
const inPacket = z.strictObject({ ...locationPath, formPacketId: pathId })

/** Form packets of a location. */
export const formPackets = {
  /**
   * A page of packets, newest first. Archived ones only when `archived` asks for them.
   * Partner API v2, “Form packets”.
   */
  list: defineOperation({
    id: 'partner.formPackets.list',
    interface: 'partner',
    method: 'GET',
    path: base,
    section,
    summary: 'List form packets; filter by patient, status and date range.',
    params: inLocation,
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
    status: 200,
  }),

  /**
   * Creates a packet. Fields are prefilled from the record, and from `prefill` before that.
   * Partner API v2, “Form packets”.
   */
  create: defineOperation({
    id: 'partner.formPackets.create',
    interface: 'partner',
    method: 'POST',
    path: base,
    section,
    summary: 'Create a packet from template ids or from a template group.',
    params: inLocation,
    body: newFormPacket,
    answer: formPacket,
    status: 201,
    assumes: ['created-status', 'unprocessable-bodies'],
  }),

  /** One packet with its forms and what was answered. Partner API v2, “Form packets”. */
  get: defineOperation({
    id: 'partner.formPackets.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{formPacketId}`,
    section,
    summary: 'One packet with forms, completion status and submitted answers.',
    params: inPacket,
    answer: formPacket,
    status: 200,
  }),

  /** Changes what the body names and nothing else. Partner API v2, “Form packets”. */
  update: defineOperation({
    id: 'partner.formPackets.update',
    interface: 'partner',
    method: 'PUT',
    path: `${base}/{formPacketId}`,
    section,
    summary: 'Change the due date, add forms, or update the status.',
    params: inPacket,
    body: formPacketChange,
    answer: formPacket,
    status: 200,
    assumes: ['unprocessable-bodies'],
  }),

  /** Hides a packet from default lists. Partner API v2, “Form packets”. */
  archive: defineOperation({
    id: 'partner.formPackets.archive',
    interface: 'partner',
    method: 'PUT',
    path: `${base}/{formPacketId}/archive`,
    section,
    summary: 'Archive a packet.',
    params: inPacket,
    answer: formPacket,
    status: 200,
    assumes: ['form-packet-archive'],
  }),

  /** An address that gives the packet as a PDF for 15 minutes. Partner API v2, “Form packets”. */
  getPdf: defineOperation({
    id: 'partner.formPackets.getPdf',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{formPacketId}/pdf`,
    section,
    summary: 'Signed address of a PDF of the packet, valid for 15 minutes.',
    params: inPacket,
    answer: signedUrl,
    status: 200,
  }),

  /**
   * Fills fields by their attribute names; those unknown or already answered are left alone.
   * Partner API v2, “Form packets”.
   */
  prefill: defineOperation({
    id: 'partner.formPackets.prefill',
    interface: 'partner',
    method: 'POST',
    path: `${base}/{formPacketId}/prefill`,
    section,
    summary: 'Fill fields by attribute name; unknown and already answered ones are skipped.',
    params: inPacket,
    body: assumed(prefillMap, 'form-packet-prefill-result'),
    answer: assumed(
      z.looseObject({
        filled: z.array(z.string()).nullish(),
        skipped: z.array(z.string()).nullish(),
      }),
      'form-packet-prefill-result',
    ),
    status: 200,
  }),

  /**
   * The patient-facing address of the packet: a secret, for as long as the packet is open.
   * Partner API v2, “Form packets”.
   */
  getUrl: defineOperation({
    id: 'partner.formPackets.getUrl',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{formPacketId}/url`,
    section,
    summary: 'Patient-facing address for completing the packet.',
    params: inPacket,
    answer: unsignedUrl,
    status: 200,
  }),
}
