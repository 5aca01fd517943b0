import * as z from 'zod/mini'
import { deskCodeDigits } from '../code.ts'
import { qrCode } from '../qr-code.ts'
import { packetLimits } from './limits.ts'
import { defineOperations, nothing, see, change } from './operation.ts'
import { deskPdf } from './pdf.ts'
import { chartInput, reference } from './references.ts'

/** A day of the calendar, YYYY-MM-DD. */
const calendarDay = z.iso.date()

/** Progress of a packet: nothing of it begun, begun, all of its forms handed in, or put away. */
const packetState = z.enum(['open', 'started', 'completed', 'archived'])
export type PacketState = z.infer<typeof packetState>

const packetRow = z.strictObject({
  packet: reference,
  /** Null where the service does not name it. */
  name: z.nullable(z.string()),
  state: packetState,
  dueDate: z.nullable(calendarDay),
})
export type PacketRow = z.infer<typeof packetRow>

/** The packets of a patient at this location, archived ones as well. */
const packetList = z.strictObject({
  rows: z.array(packetRow),
  /** Packets of the list that are left out: the service does not say whose they are. */
  notShown: z.number(),
  /** The day at this desk, by which a packet is due or overdue. */
  today: calendarDay,
})

/** Answer to one question. `drawn`: by hand, or a file, which is not shown as text. */
const packetAnswer = z.strictObject({
  /** The question; null where the service does not tell it. */
  question: z.nullable(z.string()),
  answer: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('text'), text: z.string() }),
    z.strictObject({ kind: z.literal('flag'), isYes: z.boolean() }),
    z.strictObject({ kind: z.literal('drawn') }),
  ]),
})
export type PacketAnswer = z.infer<typeof packetAnswer>

const packetForm = z.strictObject({
  name: z.nullable(z.string()),
  /** Its template; null if the service does not give it. */
  template: z.nullable(reference),
  state: z.enum(['open', 'started', 'completed']),
  answers: z.array(packetAnswer),
})
export type PacketForm = z.infer<typeof packetForm>

const packetDetails = z.strictObject({
  ...packetRow.shape,
  forms: z.array(packetForm),
})
export type PacketDetails = z.infer<typeof packetDetails>

const templateRow = z.strictObject({
  template: reference,
  name: z.string(),
  isStaffOnly: z.boolean(),
})

/** Templates that are given together. `isHere`: of this location; else of another one of the account. */
const groupRow = z.strictObject({ group: reference, name: z.string(), isHere: z.boolean() })

const templateChoices = z.strictObject({
  templates: z.array(templateRow),
  groups: z.array(groupRow),
})
export type TemplateChoices = z.infer<typeof templateChoices>

const groupDetails = z.strictObject({ templates: z.array(templateRow) })
export type GroupDetails = z.infer<typeof groupDetails>

/** Kinds of form elements, as the service names them; `other` for an unknown one. */
const elementKind = z.enum([
  'textInput',
  'textArea',
  'dropdown',
  'checkbox',
  'radioButton',
  'datePicker',
  'signature',
  'initials',
  'fileUpload',
  'phoneNumber',
  'emailAddress',
  'address',
  'paymentField',
  'bodyDiagram',
  'other',
])
export type ElementKind = z.infer<typeof elementKind>

const templateElement = z.strictObject({
  label: z.string(),
  kind: elementKind,
  isRequired: z.boolean(),
  isForStaff: z.boolean(),
  options: z.array(z.string()),
})
export type TemplateElement = z.infer<typeof templateElement>

const templateDetails = z.strictObject({
  name: z.string(),
  version: z.nullable(z.number()),
  sections: z.array(
    z.strictObject({ name: z.nullable(z.string()), elements: z.array(templateElement) }),
  ),
  /** Fields that can be filled in beforehand, by the service's names. */
  attributes: z.array(
    z.strictObject({
      attribute: z.string(),
      label: z.string(),
      kind: elementKind,
      options: z.array(z.string()),
    }),
  ),
})
export type TemplateDetails = z.infer<typeof templateDetails>

/** Source of a packet: a group of this location, or templates. */
const packetContents = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('group'), group: reference }),
  z.strictObject({
    of: z.literal('templates'),
    templates: z.array(reference).check(z.minLength(1), z.maxLength(packetLimits.templates)),
  }),
])
export type PacketContents = z.infer<typeof packetContents>

/** Values to begin with, by their attribute. */
const prefillValues = z
  .array(
    z.strictObject({
      attribute: z.string().check(z.minLength(1), z.maxLength(200)),
      value: z.string().check(z.trim(), z.minLength(1), z.maxLength(packetLimits.value)),
    }),
  )
  .check(z.maxLength(packetLimits.values))
export type PrefillValues = z.infer<typeof prefillValues>

/**
 * Outcome of a requested packet. `inDoubt`: the service did not answer, and it is still unclear if it was made;
 * repeating the command looks first.
 */
const createdPacket = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('created'), packet: reference }),
  z.strictObject({ outcome: z.literal('inDoubt') }),
])

/** Code that a patient types at a kiosk. The page gets it only this once. */
const madeDeskCode = z.strictObject({
  code: z.string().check(z.regex(/^\d+$/), z.length(deskCodeDigits)),
  /** ISO date-time until which it works. */
  until: z.iso.datetime(),
})
export type MadeDeskCode = z.infer<typeof madeDeskCode>

/** State of a patient's newest code, without the code. */
const deskCodeShown = z.strictObject({
  /** `none`: there was none lately; `void`: too many codes were typed that were wrong; `old`: its time is over. */
  state: z.enum(['none', 'waiting', 'used', 'void', 'old']),
  /** The name of the kiosk where it was used; null: nowhere, or that kiosk is paired no more. */
  kiosk: z.nullable(z.string()),
})
export type DeskCodeShown = z.infer<typeof deskCodeShown>
/** One packet of one patient: a packet that was shown for another patient is refused. */
const ofChart = { chart: reference, packet: reference }
const packetInput = z.strictObject(ofChart)
/** `packet`: null for those that wait; then an appointment of today may stand for the `chart`. */
const waiting = { chart: reference, packet: z.nullable(reference) }

/** Operations for a patient's form packets, and the templates for them. */
export const packetOperations = defineOperations({
  queries: {
    packets: see('packets', chartInput, packetList),
    packet: see('packets', packetInput, packetDetails),
    packetPdf: see('packets', packetInput, deskPdf),
    templateChoices: see('packets', nothing, templateChoices),
    templateGroup: see('packets', { group: reference }, groupDetails),
    /** Reads the questions of a template, and the fields that can be filled in beforehand. */
    template: see('packets', { template: reference }, templateDetails),
    /** Reads the state of the patient's newest code. */
    deskCode: see('checkIn', chartInput, deskCodeShown),
  },
  commands: {
    createPacket: change(
      'packets',
      {
        chart: reference,
        contents: packetContents,
        dueDate: z.nullable(calendarDay),
        prefill: prefillValues,
      },
      createdPacket,
    ),
    /** Gives a packet another due date; null: none. */
    changeDueDate: change('packets', { ...ofChart, dueDate: z.nullable(calendarDay) }),
    addForms: change('packets', {
      ...ofChart,
      templates: z.array(reference).check(z.minLength(1), z.maxLength(packetLimits.templates)),
    }),
    /** Fills in empty answers; returns the attributes that were left alone. */
    prefillPacket: change(
      'packets',
      { ...ofChart, values: prefillValues },
      z.strictObject({ skipped: z.array(z.string()) }),
    ),
    /** Puts a packet away for good. */
    archivePacket: change('packets', packetInput),
    /** The address at which the patient completes the packet, as a code for their own phone. */
    showPacketAddress: change('packets', packetInput, qrCode),
    /** Makes a code that the patient types at a kiosk, in place of the one before. `packet`: null for those that wait. */
    makeDeskCode: change('checkIn', waiting, madeDeskCode),
    /** Has a kiosk begin with such a code by itself, so that nobody types it. */
    beginAtKiosk: change('checkIn', { ...waiting, kiosk: reference }),
    /** Locks the desk and gives its screen to the patient, for one visit. */
    beginHere: change('checkIn', waiting),
    /** Ends the code of a patient; no effect where none waits. */
    withdrawDeskCode: change('checkIn', chartInput),
  },
})
