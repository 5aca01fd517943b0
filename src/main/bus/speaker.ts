import { createSequencer } from '../base/sequencer.ts'
import type { BusTransport } from './port.ts'
import { seal, type KeyRing } from './seal.ts'

/** Says something on a topic; resolves as `BusTransport.publish` does. What is said first is published first. */
export type Say = (topic: string, message: object, retain?: boolean) => Promise<boolean>

/** Seals what is said, and hands it to the transport in order. */
export function createSpeaker(transport: BusTransport, keys: KeyRing): Say {
  const inTurn = createSequencer()
  return async (topic, message, retain = false) => {
    const { taken } = await inTurn(async () => {
      const payload = await seal(keys, topic, JSON.stringify(message))
      return { taken: transport.publish({ topic, payload, retain }) }
    })
    return taken
  }
}
