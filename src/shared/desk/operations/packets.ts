import * as z from 'zod/mini'
import { deskCodeShown, madeDeskCode } from '../desk-codes.ts'
import { defineOperations, nothing } from '../operation.ts'
import {
  calendarDay,
  createdPacket,
  groupDetails,
  packetContents,
  packetDetails,
  packetLimits,
  packetList,
  prefillValues,
  qrCode,
  templateChoices,
  templateDetails,
} from '../packets.ts'
import { deskPdf } from '../pdf.ts'
import { reference } from '../references.ts'

const sees = { place: 'packets', act: 'see' } as const
const changes = { place: 'packets', act: 'change' } as const
/** With whom a patient begins at a kiosk is for who checks them in. */
const checksIn = { place: 'checkIn', act: 'change' } as const
/** One packet of one patient: a packet that was shown for another patient is refused. */
const ofChart = { chart: reference, packet: reference }

/** Form packets of a patient, and what they can be made of. */
export const packetOperations = defineOperations({
  queries: {
    /** The packets of a patient at this location. */
    packets: { right: sees, input: z.strictObject({ chart: reference }), output: packetList },
    /** One packet with its forms and answers. */
    packet: { right: sees, input: z.strictObject(ofChart), output: packetDetails },
    /** The service's PDF of a packet. */
    packetPdf: { right: sees, input: z.strictObject(ofChart), output: deskPdf },
    /** The templates and template groups that a packet can be made of. */
    templateChoices: { right: sees, input: nothing, output: templateChoices },
    /** The templates of a group. */
    templateGroup: {
      right: sees,
      input: z.strictObject({ group: reference }),
      output: groupDetails,
    },
    /** What a template asks, and what of it can be filled in beforehand. */
    template: {
      right: sees,
      input: z.strictObject({ template: reference }),
      output: templateDetails,
    },
    /** How the code stands that was made for a patient last. */
    deskCode: {
      right: { place: 'checkIn', act: 'see' },
      input: z.strictObject({ chart: reference }),
      output: deskCodeShown,
    },
  },
  commands: {
    /** Gives a patient a packet. */
    createPacket: {
      right: changes,
      input: z.strictObject({
        chart: reference,
        contents: packetContents,
        dueDate: z.nullable(calendarDay),
        prefill: prefillValues,
      }),
      output: createdPacket,
    },
    /** Gives a packet another due date; null: none. */
    changeDueDate: {
      right: changes,
      input: z.strictObject({ ...ofChart, dueDate: z.nullable(calendarDay) }),
      output: z.null(),
    },
    /** Adds forms to a packet. */
    addForms: {
      right: changes,
      input: z.strictObject({
        ...ofChart,
        templates: z.array(reference).check(z.minLength(1), z.maxLength(packetLimits.templates)),
      }),
      output: z.null(),
    },
    /** Fills in what is not answered yet; tells which attributes were left alone. */
    prefillPacket: {
      right: changes,
      input: z.strictObject({ ...ofChart, values: prefillValues }),
      output: z.strictObject({ skipped: z.array(z.string()) }),
    },
    /** Puts a packet away for good. */
    archivePacket: { right: changes, input: z.strictObject(ofChart), output: z.null() },
    /** The address at which the patient completes the packet, as a code for their own phone. */
    showPacketAddress: { right: changes, input: z.strictObject(ofChart), output: qrCode },
    /** Makes a code that the patient types at a kiosk, in place of the one before. `packet`: null for those that wait. */
    makeDeskCode: {
      right: checksIn,
      input: z.strictObject({ chart: reference, packet: z.nullable(reference) }),
      output: madeDeskCode,
    },
    /** Has a kiosk begin with such a code by itself, so that nobody types it. */
    beginAtKiosk: {
      right: checksIn,
      input: z.strictObject({
        ...{ chart: reference, packet: z.nullable(reference), kiosk: reference },
      }),
      output: z.null(),
    },
    /** Locks the desk and gives its screen to the patient, for one visit. */
    beginHere: {
      right: checksIn,
      input: z.strictObject({ chart: reference, packet: z.nullable(reference) }),
      output: z.null(),
    },
    /** Ends the code of a patient; no effect where none waits. */
    withdrawDeskCode: {
      right: checksIn,
      input: z.strictObject({ chart: reference }),
      output: z.null(),
    },
  },
})
