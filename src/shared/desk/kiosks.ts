import * as z from 'zod/mini'
import { commandAct, commandOutcome, presence, type CommandAct } from '../bus/messages.ts'
import { locale } from '../locale.ts'
import { qrCode } from '../qr-code.ts'
import { reference } from './references.ts'

/** ms since 1970. */
const time = z.number()
/** As the kiosk is called now; null where it is paired no more. */
const kioskName = z.nullable(z.string())

/**
 * What a page is shown of kiosks without being asked, also while nobody is signed in: counts, and nothing of a patient.
 */
export const kiosksGlance = z.strictObject({
  /** Whether this desk hears kiosks; `no`: it cannot, and serves without them. */
  hears: z.enum(['opening', 'yes', 'no']),
  /** Patients who need somebody, and to whom nobody has said that they come. */
  calls: z.int(),
  /** How many calls came since the desk was opened: what is new is heard once. */
  told: z.int(),
  /** How many patients said at a kiosk that they are here since the desk was opened: the list of the day is read anew. */
  arrived: z.int(),
  /** How often a patient completed forms at a kiosk since then: likewise. */
  formsDone: z.int(),
  /** Grows whenever anything is known anew; a page then asks again for what it shows. */
  changes: z.int(),
})
export type KiosksGlance = z.infer<typeof kiosksGlance>

const told = { call: reference, number: z.string(), kiosk: kioskName, at: time, language: locale }

/** A patient who needs somebody. Nothing says who they are: their number stands on the kiosk's screen. */
const helpCall = z.discriminatedUnion('kind', [
  /** They asked for help. `screen`: where they were; `coming`: who said that they are on the way. */
  z.strictObject({
    ...{ kind: z.literal('asked'), ...told },
    ...{ screen: z.string(), coming: z.nullable(z.string()) },
  }),
  /** The kiosk sent them to the desk. `reason`: as `requestReason` has it. */
  z.strictObject({ kind: z.literal('sent'), ...told, reason: z.string() }),
])
export type HelpCallRow = z.infer<typeof helpCall>

/** Who needs somebody, the oldest first. */
export const helpCalls = z.array(helpCall)

/** An intake that was taken without the network and needs a person. `reason`: as `attentionReasons` has it. */
const waitingIntake = z.strictObject({ kiosk: kioskName, reason: z.string(), since: time })
export type WaitingIntakeRow = z.infer<typeof waitingIntake>

/** The oldest first. */
export const waitingIntakes = z.array(waitingIntake)

/** What a kiosk can be asked for; that it asks its staff to forget everything is for who pairs. */
export const kioskAct = z.enum([
  'takeOutOfService',
  'bringBack',
  'lock',
  'reloadSettings',
  'restart',
] satisfies CommandAct[])
export type KioskAct = z.infer<typeof kioskAct>

const { state, version, connection, intakes } = presence.shape

/** A command that this desk sent, and what became of it; null: not heard yet. */
const sentCommand = z.strictObject({
  ...{ act: commandAct, by: z.string(), at: time },
  outcome: z.nullable(commandOutcome.shape.outcome),
})
export type SentCommandRow = z.infer<typeof sentCommand>

/** A kiosk that is paired with this desk. */
const kiosk = z.strictObject({
  ...{ kiosk: reference, name: z.string(), pairedAt: time },
  /** How it is, as it says itself; null where it has said nothing since the desk was opened. */
  presence: z.nullable(z.strictObject({ state, version, connection, intakes, since: time })),
  /** The newest of the last few commands that went to it. */
  sent: z.nullable(sentCommand),
})
export type KioskRow = z.infer<typeof kiosk>

/** The PIN of a kiosk opened its panel, or was asked for there: nobody knows whose hand it was. */
const pinUse = z.strictObject({ use: reference, kiosk: kioskName, at: time })
export type PinUseRow = z.infer<typeof pinUse>

/** The oldest first. */
export const pinUses = z.array(pinUse)

/** In the order of their names. */
export const kioskRows = z.array(kiosk)

/** What pairs one kiosk, once. */
export const kioskInvitation = z.strictObject({
  /** As they are typed in at the kiosk. */
  ...{ code: z.string(), address: z.string() },
  qr: qrCode,
  /** Until when it can be used. */
  until: time,
  /** The desk's settings let this machine alone reach it. */
  isThisMachineAlone: z.boolean(),
})
export type KioskInvitation = z.infer<typeof kioskInvitation>
