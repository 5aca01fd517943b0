import type { BusTransport } from './port.ts'
import { seal, type KeyRing } from './seal.ts'

/** Says something on a topic; resolves as `BusTransport.publish` does. What is said first is published first. */
export type Say = (topic: string, message: object, retain?: boolean) => Promise<boolean>

/** Seals what is said, and hands it to the transport before it comes back. */
export const createSpeaker =
  (transport: BusTransport, keys: KeyRing): Say =>
  (topic, message, retain = false) =>
    transport.publish({ topic, payload: seal(keys, topic, JSON.stringify(message)), retain })
