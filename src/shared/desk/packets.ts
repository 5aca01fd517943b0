import * as z from 'zod/mini'
import { deskCodeDigits } from '../code.ts'
import { elementTypeNames } from '../form-elements.ts'
import { qrCode } from '../qr-code.ts'
import { templateRow } from './clinic.ts'
import { packetLimits } from './limits.ts'
import { type DeskOperations, nothing, see, change } from './operation.ts'
import { deskPdf } from './pdf.ts'
import { day } from './record-fields.ts'
import { chartInput, reference } from './references.ts'

/** Progress of a packet: nothing of it begun, begun, all of its forms handed in, or put away. */
const packetState = z.enum(['open', 'started', 'completed', 'archived'])
export type PacketState = z.infer<typeof packetState>

const packetRow = z.strictObject({
  packet: reference,
  name: z.nullable(z.string()),
  state: packetState,
  dueDate: z.nullable(day),
})
export type PacketRow = z.infer<typeof packetRow>

const packetList = z.strictObject({
  rows: z.array(packetRow),
  notShown: z.number(),
  today: day,
})

const packetAnswer = z.strictObject({
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
  template: z.nullable(reference),
  state: z.enum(['open', 'started', 'completed']),
  answers: z.array(packetAnswer),
})
export type PacketForm = z.infer<typeof packetForm>

const packetDetails = z.strictObject({ ...packetRow.shape, forms: z.array(packetForm) })
export type PacketDetails = z.infer<typeof packetDetails>

const offeredTemplate = z.omit(templateRow, { isActive: true, version: true })

const groupRow = z.strictObject({ group: reference, name: z.string(), isHere: z.boolean() })

const templateChoices = z.strictObject({
  templates: z.array(offeredTemplate),
  groups: z.array(groupRow),
})
export type TemplateChoices = z.infer<typeof templateChoices>

const groupDetails = z.strictObject({ templates: z.array(offeredTemplate) })
export type GroupDetails = z.infer<typeof groupDetails>

const elementKind = z.enum([...elementTypeNames, 'other'])
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

const packetContents = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('group'), group: reference }),
  z.strictObject({
    of: z.literal('templates'),
    templates: z.array(reference).check(z.minLength(1), z.maxLength(packetLimits.templates)),
  }),
])
export type PacketContents = z.infer<typeof packetContents>

const prefillValues = z
  .array(
    z.strictObject({
      attribute: z.string().check(z.minLength(1), z.maxLength(200)),
      value: z.string().check(z.trim(), z.minLength(1), z.maxLength(packetLimits.value)),
    }),
  )
  .check(z.maxLength(packetLimits.values))
export type PrefillValues = z.infer<typeof prefillValues>

/** `inDoubt`: the service did not answer, and it may be made or not; repeating the command looks first. */
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

const deskCodeShown = z.strictObject({
  /** `none`: there was none lately; `void`: too many codes were typed that were wrong; `old`: its time is over. */
  state: z.enum(['none', 'waiting', 'used', 'void', 'old']),
  kiosk: z.nullable(z.string()),
})
export type DeskCodeShown = z.infer<typeof deskCodeShown>
/** One packet of one patient: a packet that was shown for another patient is refused. */
const ofChart = { chart: reference, packet: reference }
const packetInput = z.strictObject(ofChart)
/** `packet`: null for those that wait; then an appointment of today may stand for the `chart`. */
const waiting = { chart: reference, packet: z.nullable(reference) }

export const packetOperations = {
  queries: {
    packets: see('packets', chartInput, packetList),
    packet: see('packets', packetInput, packetDetails),
    packetPdf: see('packets', packetInput, deskPdf),
    templateChoices: see('packets', nothing, templateChoices),
    templateGroup: see('packets', { group: reference }, groupDetails),
    template: see('packets', { template: reference }, templateDetails),
    deskCode: see('checkIn', chartInput, deskCodeShown),
  },
  commands: {
    createPacket: change(
      'packets',
      {
        chart: reference,
        contents: packetContents,
        dueDate: z.nullable(day),
        prefill: prefillValues,
      },
      createdPacket,
    ),
    changeDueDate: change('packets', { ...ofChart, dueDate: z.nullable(day) }),
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
    archivePacket: change('packets', packetInput),
    showPacketAddress: change('packets', packetInput, qrCode),
    /** Makes a code that the patient types at a kiosk, in place of the one before. `packet`: null for those that wait. */
    makeDeskCode: change('checkIn', waiting, madeDeskCode),
    beginAtKiosk: change('checkIn', { ...waiting, kiosk: reference }),
    beginHere: change('checkIn', waiting),
    withdrawDeskCode: change('checkIn', chartInput),
  },
} satisfies DeskOperations
