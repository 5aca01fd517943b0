import * as z from 'zod/mini'
import { presence, stationKind } from './bus/messages.ts'
import { commandOf, moment, panelShape, screenOf } from './staff-pages.ts'

export const deskCommands = [
  /** As the desk shows them. `address` may be the text of the QR, as a scanner types it; then `code` is empty. */
  commandOf('pairKiosk', {
    address: z.string().check(z.maxLength(2_000)),
    code: z.string().check(z.maxLength(40)),
  }),
  commandOf('moveDesk', { address: z.string().check(z.maxLength(300)) }),
  commandOf('unpairKiosk', {}),
  /** Staff do not want everything forgotten that somebody at the desk asked for. */
  commandOf('declineWipe', {}),
] as const

export const pairFault = z.enum([
  'notReadable',
  /** It is older than ten minutes, was used before, or is not of the desk that answers. */
  'refused',
  'otherCertificate',
  'unreachable',
  'notKept',
])
export type PairFault = z.infer<typeof pairFault>

export const wipeAsked = z.strictObject({ by: z.string(), reason: z.string(), at: moment })
export type WipeAsked = z.infer<typeof wipeAsked>

const station = z.strictObject({
  name: z.string(),
  kind: stationKind,
  state: presence.shape.state,
  since: z.nullable(moment),
})

const paired = z.strictObject({
  name: z.string(),
  address: z.string(),
  at: moment,
  connection: z.enum(['alone', 'connecting', 'connected', 'refused']),
  connectionSince: moment,
  lastHeard: z.nullable(moment),
  waiting: z.int(),
  stations: z.array(station),
})

const shown = z.strictObject({ paired: z.nullable(paired), wipeAsked: z.nullable(wipeAsked) })
export type DeskShown = z.infer<typeof shown>

export const deskScreens = [
  screenOf('staffDesk', {
    ...panelShape,
    desk: shown,
    canPair: z.boolean(),
    isPairing: z.boolean(),
    error: z.nullable(pairFault),
    errorCount: z.int(),
  }),
] as const
