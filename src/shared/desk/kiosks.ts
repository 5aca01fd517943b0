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
import { defineOperations, nothing, see, change, withReason } from './operation.ts'
import { deskPdf } from './pdf.ts'
import { reference } from './references.ts'

/** ms since 1970. */
const time = z.number()
/** As the kiosk is called now; null where it is paired no more. */
const kioskName = z.nullable(z.string())

/** Counts about kiosks that a page gets unasked, even while nobody is signed in: nothing of a patient. */
export interface KiosksGlance {
  /** State of this desk's connection to kiosks; `no`: it cannot hear them, and serves without. */
  readonly hears: 'opening' | 'yes' | 'no'
  /** Number of patients who need somebody and have no reply that anyone is coming. */
  readonly calls: number
  /** Number of calls since the desk was opened: each new one is announced once. */
  readonly told: number
  /**
   * Number of patients who reported their arrival at a kiosk since the desk was opened: a change reloads the day's
   * list.
   */
  readonly arrived: number
  /** Number of times since then that a patient completed forms at a kiosk: likewise. */
  readonly formsDone: number
  /** Grows with each change of the known state; a page then reloads its content. */
  readonly changes: number
}

const told = {
  call: reference,
  number: z.string(),
  kiosk: kioskName,
  at: time,
  language: z.string(),
}

const alarm = z.enum(['arrivals', 'calls', 'wrongCodes'])

/** A patient who needs somebody. Nothing says who they are: their number stands on the kiosk's screen. */
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
  /** A kiosk says something more often than patients would. */
  z.strictObject({
    kind: z.literal('alarm'),
    call: reference,
    kiosk: kioskName,
    at: time,
    what: alarm,
  }),
])
export type HelpCallRow = z.infer<typeof helpCall>

/** An intake that was taken without the network and needs a person. `reason`: as `attentionReasons` has it. */
const waitingIntake = z.strictObject({
  intake: reference,
  kiosk: kioskName,
  reason: z.string(),
  since: time,
})
export type WaitingIntakeRow = z.infer<typeof waitingIntake>

/** Acts that a desk can ask of a kiosk; asking its staff to forget everything needs the right to pair. */
const kioskAct = z.enum(kioskActs)
export type KioskAct = z.infer<typeof kioskAct>

const { state, version, connection, intakes } = presence.shape

/** Command that this desk sent, and its outcome; null: not known yet. */
const sentCommand = z.strictObject({
  act: commandAct,
  by: z.string(),
  at: time,
  outcome: z.nullable(commandOutcome.shape.outcome),
})
export type SentCommandRow = z.infer<typeof sentCommand>

/** A kiosk that is paired with this desk. */
const kiosk = z.strictObject({
  kiosk: reference,
  name: z.string(),
  pairedAt: time,
  /** An administrator lets no member sign in to its panel. */
  isSignInShut: z.boolean(),
  /** State that the kiosk reported; null if it has reported nothing since the desk was opened. */
  presence: z.nullable(z.strictObject({ state, version, connection, intakes, since: time })),
  /** The newest of the last few commands that went to it. */
  sent: z.nullable(sentCommand),
})
export type KioskRow = z.infer<typeof kiosk>

/** Use of a kiosk's PIN, for its panel or an act there: the person is unknown. */
const pinUse = z.strictObject({ use: reference, kiosk: kioskName, at: time })
export type PinUseRow = z.infer<typeof pinUse>

/** The oldest first. */
export const pinUses = z.array(pinUse)

const kioskInvitation = z.strictObject({
  /** As they are typed in at the kiosk. */
  code: z.string(),
  address: z.string(),
  qr: qrCode,
  /** Time until which it can be used. */
  until: time,
  /** The desk's settings let this machine alone reach it. */
  isThisMachineAlone: z.boolean(),
})

const oneCall = z.strictObject({ call: reference })
const oneIntake = z.strictObject({ intake: reference })

/** The clinic's kiosks, as far as they are paired with this desk, and what they report. */
export const kioskOperations = defineOperations({
  queries: {
    /** Reads the state that each kiosk reported, by their names. */
    kiosks: see('kiosks', nothing, z.array(kiosk)),
    /** Uses of kiosks' PINs that no administrator has seen. */
    pinUses: see('pairing', nothing, pinUses),
    /** Reads the patients who need somebody now, the oldest call first. */
    helpCalls: see('help', nothing, z.array(helpCall)),
    /** Reads the intakes that need a person, the oldest first. */
    waitingIntakes: see('intakes', nothing, z.array(waitingIntake)),
    /** Asks a kiosk for the intakes that it keeps. */
    kioskIntakes: see('intakes', { kiosk: reference }, keptIntakes),
    /** Opens an intake at its kiosk: who gave it, and who could be meant. Each time is an entry of the kiosk's audit. */
    kioskIntake: see('intakes', oneIntake, intakeShown),
    /** Reads its answers there; likewise. */
    kioskIntakeAnswers: see('intakes', oneIntake, answeredForms),
    /** Has a kiosk draw an intake as a PDF, which nobody keeps; likewise. */
    kioskIntakePdf: see('intakes', oneIntake, deskPdf),
    /** Has it draw all that are settled as one PDF; an entry for each. */
    settledIntakesPdf: see('intakes', { kiosk: reference }, deskPdf),
  },
  commands: {
    /** Asks a kiosk for something; the list shows the outcome once the kiosk has answered. */
    commandKiosk: withReason(change('kiosks', { kiosk: reference, act: kioskAct })),
    /** The kiosk asks its staff whether everything on it shall be forgotten; nothing is forgotten by itself. */
    askKioskToForget: withReason(change('pairing', { kiosk: reference })),
    /** Makes the code that pairs one kiosk, in place of the previous one; it is shown only this once. */
    inviteKiosk: change('pairing', nothing, kioskInvitation),
    /** Ends the code that was made; no effect where none stands. */
    endInvitation: change('pairing', nothing),
    /** Says that an administrator has seen that a PIN was used; the audit keeps it. */
    seePinUse: change('pairing', { use: reference }),
    /** Lets members of staff sign in to a kiosk's panel, or none: who wants to then needs its PIN. */
    setKioskSignIn: withReason(change('pairing', { kiosk: reference, isShut: z.boolean() })),
    /** Ends a kiosk's pairing at once: it can neither send nor read anything any more. */
    unpairKiosk: withReason(change('pairing', { kiosk: reference })),
    /** Has a kiosk carry out a command on one of its intakes, as its own panel does. */
    settleIntake: change(
      'intakes',
      z.discriminatedUnion('type', settlingCommands(reference)),
      settledIntake,
    ),
    /** Tells who asked for help, on the kiosk's screen, that somebody is on the way. */
    comeToHelp: change('help', oneCall),
    /** Notes that somebody has seen a kiosk's alarm. */
    seeAlarm: change('help', oneCall),
    /** Notes that somebody takes care of a patient sent to the desk: their report ends. */
    takeCareOf: change('help', oneCall),
  },
})
