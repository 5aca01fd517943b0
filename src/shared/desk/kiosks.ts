import * as z from 'zod/mini'
import { commandAct, commandOutcome, kioskActs, presence } from '../bus/messages.ts'
import { qrCode } from '../qr-code.ts'
import {
  answeredForms,
  intakeShown,
  keptIntakes,
  settledIntake,
  settlingCommands,
} from '../staff-intakes.ts'
import { type DeskOperations, nothing, see, change, withReason } from './operation.ts'
import { deskPdf } from './pdf.ts'
import { instant } from './record-fields.ts'
import { reference } from './references.ts'

const kioskName = z.nullable(z.string())

/** Counts about kiosks that a page gets unasked, even while nobody is signed in: nothing of a patient. */
export interface KiosksGlance {
  readonly hears: 'opening' | 'yes' | 'no'
  readonly calls: number
  readonly told: number
  /** Patients who reported their arrival at a kiosk since the desk was opened: a change reloads the day's list. */
  readonly arrived: number
  readonly formsDone: number
  readonly changes: number
}

const told = {
  call: reference,
  number: z.string(),
  kiosk: kioskName,
  at: instant,
  language: z.string(),
}

const alarm = z.enum(['arrivals', 'calls', 'wrongCodes'])

const helpCall = z.discriminatedUnion('kind', [
  /** They asked for help. `screen`: where they were; `coming`: who said that they are on the way. */
  z.strictObject({
    kind: z.literal('asked'),
    ...told,
    screen: z.string(),
    coming: z.nullable(z.string()),
  }),
  /** The kiosk sent them to the desk. `reason`: as `requestReasons` has it. */
  z.strictObject({ kind: z.literal('sent'), ...told, reason: z.string() }),
  z.strictObject({
    kind: z.literal('alarm'),
    call: reference,
    kiosk: kioskName,
    at: instant,
    what: alarm,
  }),
])
export type HelpCallRow = z.infer<typeof helpCall>

const waitingIntake = z.strictObject({
  intake: reference,
  kiosk: kioskName,
  reason: z.string(),
  since: instant,
})
export type WaitingIntakeRow = z.infer<typeof waitingIntake>

/** Acts that a desk can ask of a kiosk; asking its staff to forget everything needs the right to pair. */
const kioskAct = z.enum(kioskActs)
export type KioskAct = z.infer<typeof kioskAct>

const { state, version, connection, intakes } = presence.shape

const sentCommand = z.strictObject({
  act: commandAct,
  by: z.string(),
  at: instant,
  outcome: z.nullable(commandOutcome.shape.outcome),
})
export type SentCommandRow = z.infer<typeof sentCommand>

const kiosk = z.strictObject({
  kiosk: reference,
  name: z.string(),
  pairedAt: instant,
  /** An administrator lets no member sign in to its panel. */
  isSignInShut: z.boolean(),
  presence: z.nullable(z.strictObject({ state, version, connection, intakes, since: instant })),
  sent: z.nullable(sentCommand),
})
export type KioskRow = z.infer<typeof kiosk>

/** Use of a kiosk's PIN, for its panel or an act there: the person is unknown. */
const pinUse = z.strictObject({ use: reference, kiosk: kioskName, at: instant })
export type PinUseRow = z.infer<typeof pinUse>

export const pinUses = z.array(pinUse)

const kioskInvitation = z.strictObject({
  code: z.string(),
  address: z.string(),
  qr: qrCode,
  until: instant,
  isThisMachineAlone: z.boolean(),
})

const oneCall = z.strictObject({ call: reference })
const oneIntake = z.strictObject({ intake: reference })

export const kioskOperations = {
  queries: {
    kiosks: see('kiosks', nothing, z.array(kiosk)),
    pinUses: see('pairing', nothing, pinUses),
    helpCalls: see('help', nothing, z.array(helpCall)),
    waitingIntakes: see('intakes', nothing, z.array(waitingIntake)),
    kioskIntakes: see('intakes', { kiosk: reference }, keptIntakes),
    /** Opens an intake at its kiosk: who gave it, and who could be meant. Each time is an entry of the kiosk's audit. */
    kioskIntake: see('intakes', oneIntake, intakeShown),
    /** Reads its answers there; likewise. */
    kioskIntakeAnswers: see('intakes', oneIntake, answeredForms),
    kioskIntakePdf: see('intakes', oneIntake, deskPdf),
    settledIntakesPdf: see('intakes', { kiosk: reference }, deskPdf),
  },
  commands: {
    commandKiosk: withReason(change('kiosks', { kiosk: reference, act: kioskAct })),
    /** The kiosk asks its staff whether everything on it shall be forgotten; nothing is forgotten by itself. */
    askKioskToForget: withReason(change('pairing', { kiosk: reference })),
    /** Makes the code that pairs one kiosk, in place of the previous one; it is shown only this once. */
    inviteKiosk: change('pairing', nothing, kioskInvitation),
    endInvitation: change('pairing', nothing),
    seePinUse: change('pairing', { use: reference }),
    /** Lets members of staff sign in to a kiosk's panel, or none: who wants to then needs its PIN. */
    setKioskSignIn: withReason(change('pairing', { kiosk: reference, isShut: z.boolean() })),
    /** Ends a kiosk's pairing at once: it can neither send nor read anything any more. */
    unpairKiosk: withReason(change('pairing', { kiosk: reference })),
    settleIntake: change(
      'intakes',
      z.discriminatedUnion('type', settlingCommands(reference)),
      settledIntake,
    ),
    comeToHelp: change('help', oneCall),
    seeAlarm: change('help', oneCall),
    takeCareOf: change('help', oneCall),
  },
} satisfies DeskOperations
