import * as z from 'zod/mini'
import { command, stationId, stationKind, type CommandAct } from '../../../shared/bus/messages.ts'
import { overview } from '../overview/overview.ts'

/** The acts that somebody at a hub can ask a kiosk for; that they come is asked for by the call. */
const deskAct = z.enum([
  'takeOutOfService',
  'bringBack',
  'reloadSettings',
  'restart',
  'askToWipe',
  'lock',
] satisfies CommandAct[])
export type DeskAct = z.infer<typeof deskAct>

const { by, reason } = command.shape

/** What is asked of a running hub; a connection asks one thing. */
export const controlRequest = z.discriminatedUnion('ask', [
  /** The overview, now and after each change, until the connection ends. */
  z.strictObject({ ask: z.literal('watch'), names: z.boolean() }),
  z.strictObject({ ask: z.literal('pair') }),
  z.strictObject({ ask: z.literal('stations') }),
  z.strictObject({ ask: z.literal('unpair'), station: stationId }),
  z.strictObject({ ask: z.literal('come'), from: stationId, helpId: z.string(), by }),
  z.strictObject({ ask: z.literal('attend'), from: stationId, number: z.string() }),
  z.strictObject({ ask: z.literal('command'), to: stationId, act: deskAct, by, reason }),
])
export type ControlRequest = z.infer<typeof controlRequest>

/** A station that is paired, as its hub knows it. */
const pairedStation = z.strictObject({
  id: stationId,
  kind: stationKind,
  name: z.string(),
  /** ms since 1970 at which it was paired. */
  since: z.int(),
})
export type PairedStation = z.infer<typeof pairedStation>

const invitation = z.strictObject({
  /** As it is typed in at a kiosk. */
  code: z.string(),
  /** Where the code is typed in with: host and port. */
  address: z.string(),
  /** Text of the QR. */
  link: z.string(),
  /** ms since 1970 until which it can be taken. */
  until: z.int(),
})
export type ShownInvitation = z.infer<typeof invitation>

/** What a running hub answers. */
export const controlReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('overview'), overview }),
  z.strictObject({ kind: z.literal('invitation'), invitation }),
  z.strictObject({ kind: z.literal('stations'), stations: z.array(pairedStation) }),
  z.strictObject({ kind: z.literal('done') }),
  /** `reason`: a code; `controlReasons` has its sentence. */
  z.strictObject({ kind: z.literal('refused'), reason: z.string() }),
])
export type ControlReply = z.infer<typeof controlReply>
