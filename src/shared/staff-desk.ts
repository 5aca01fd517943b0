import * as z from 'zod/mini'
import { presence, stationKind } from './bus/messages.ts'
import { commandOf, moment, panelShape, screenOf } from './staff-pages.ts'

/** Commands of staff for the kiosk's connection to the clinic's desk. */
export const deskCommands = [
  /** As the desk shows them. `address` may be the text of the QR, as a scanner types it; then `code` is empty. */
  commandOf('pairKiosk', {
    address: z.string().check(z.maxLength(2_000)),
    code: z.string().check(z.maxLength(40)),
  }),
  /** The desk or hub that it is paired with has another address now. */
  commandOf('moveDesk', { address: z.string().check(z.maxLength(300)) }),
  commandOf('unpairKiosk', {}),
  /** Staff do not want everything forgotten that somebody at the desk asked for. */
  commandOf('declineWipe', {}),
] as const

/** Reason that a kiosk was not paired. */
export const pairFault = z.enum([
  /** The entered text is not an invitation. */
  'notReadable',
  /** It is older than ten minutes, was used before, or is not of the desk that answers. */
  'refused',
  /** The certificate is not the one that the invitation names: somebody may stand in between. */
  'otherCertificate',
  'unreachable',
  'notKept',
])
export type PairFault = z.infer<typeof pairFault>

/** Somebody at the desk asks staff to forget everything that the kiosk keeps. */
export const wipeAsked = z.strictObject({ by: z.string(), reason: z.string(), at: moment })
export type WipeAsked = z.infer<typeof wipeAsked>

const station = z.strictObject({
  name: z.string(),
  kind: stationKind,
  state: presence.shape.state,
  /** Time since which it is so; null where it cannot be read. */
  since: z.nullable(moment),
})

const paired = z.strictObject({
  /** Name of the desk or hub, as it was at the pairing. */
  name: z.string(),
  address: z.string(),
  at: moment,
  connection: z.enum(['alone', 'connecting', 'connected', 'refused']),
  connectionSince: moment,
  /** Time of the last message from another station. */
  lastHeard: z.nullable(moment),
  /** Number of messages that nobody has confirmed yet. */
  waiting: z.int(),
  stations: z.array(station),
})

const shown = z.strictObject({
  /** Null where the kiosk is not paired. */
  paired: z.nullable(paired),
  wipeAsked: z.nullable(wipeAsked),
})
/** State of the kiosk's connection to the desk. */
export type DeskShown = z.infer<typeof shown>

export const deskScreens = [
  screenOf('staffDesk', {
    ...panelShape,
    desk: shown,
    /** True if this kiosk can be paired at all. */
    canPair: z.boolean(),
    isPairing: z.boolean(),
    error: z.nullable(pairFault),
    errorCount: z.int(),
  }),
] as const
