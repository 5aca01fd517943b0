import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import type { Mosquitto } from '#harness/bus/documented-mosquitto.ts'
import { monotonicMs } from './messages.ts'

/** Bytes of a call for help as it goes through the broker. */
const payloadBytes = 760
/** Bytes that a kiosk's vault writes before it says something: three pages, each with its head in the log. */
const keptBytes = 3 * (4_096 + 24)

/** Bare client that publishes, and a bare client that receives. */
export interface BareClients {
  /**
   * Measures the ms from a publish to the subscriber that has it; `isKept`: from before a write that it waits for, as a
   * kiosk's is.
   */
  publish(options?: { readonly isKept: boolean }): Promise<number>
  close(): Promise<void>
}

/** Opens two clients of the `mqtt` package at a broker, over TLS and with QoS 1 as stations are. */
export async function openBare({ port, ca, operator }: Mosquitto): Promise<BareClients> {
  const client = (clientId: string) =>
    connectAsync({
      protocol: 'mqtts',
      host: '127.0.0.1',
      port,
      ca,
      clientId,
      reconnectPeriod: 0,
      username: operator.id,
      password: operator.password,
    })
  const [from, to] = [await client('bare-from'), await client('bare-to')]
  const topic = 'bare'
  await to.subscribeAsync(topic, { qos: 1 })
  const payload = Buffer.alloc(payloadBytes, 'x')
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const file = openSync(join(folder, 'kept'), 'w')
  const keep = () => {
    writeSync(file, Buffer.alloc(keptBytes, 'x'), 0, keptBytes, 0)
    fsyncSync(file)
  }
  return {
    async publish({ isKept } = { isKept: false }) {
      const heard = new Promise<number>((resolve) =>
        to.once('message', () => resolve(monotonicMs())),
      )
      const at = monotonicMs()
      if (isKept) keep()
      await from.publishAsync(topic, payload, { qos: 1 })
      return (await heard) - at
    },
    async close() {
      await Promise.all([from.endAsync(true), to.endAsync(true)])
      closeSync(file)
      rmSync(folder, { recursive: true })
    },
  }
}
