// The receivers that `bench/webhooks.ts` sends to, each in a process of its own.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBus } from '../src/main/stations/create-bus.ts'
import { createInProcessHub } from '../test/harness/bus/test-station.ts'
import { createKeyRing } from '../src/main/stations/seal.ts'
import { rightsOf } from '../src/main/stations/topics.ts'
import { systemClock } from '../src/main/base/clock.ts'
import { openWebhookReceiver } from '../src/main/stations/hub/webhooks/webhook-receiver.ts'
import { openMemoryRows } from '../test/harness/vault/memory-rows.ts'
import { openOrThrow } from '../test/harness/vault/scratch.ts'
import { serveBare } from './webhook-bare.ts'
import { benchEndpoint, type BenchReceiver, type FromReceiver } from './webhook-endpoint.ts'

const clinic = 'clinic0000000000'

/** Serves the hub's receiver, its vault, and a bus on which a kiosk listens. */
async function serveHub(): Promise<BenchReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const vault = await openOrThrow(folder)
  const meeting = createInProcessHub()
  const keys = createKeyRing([{ id: 'bench', secret: randomBytes(32) }])
  const station = (kind: 'hub' | 'kiosk', id: string, rows = openMemoryRows()) =>
    createBus({
      id,
      kind,
      clinic,
      keys,
      rows,
      transport: meeting.attach(id, rightsOf(clinic, id, kind).subscribe),
      log: () => undefined,
      most: 100_000,
    })
  const heard: string[] = []
  const hub = station('hub', 'hub0000000000000', vault.bus)
  const kiosk = station('kiosk', 'kiosk00000000001')
  kiosk.onMessage(({ body }) => {
    if (body.kind === 'serviceEvent') heard.push(body.eventId)
  })
  const opened = await openWebhookReceiver({
    address: { host: '127.0.0.1', port: 0 },
    path: '/webhooks',
    endpoints: [benchEndpoint],
    rows: vault.webhookEvents,
    bus: hub,
    clock: systemClock,
    onRefused: (reason, count) => console.error(`refused: ${reason} ${count}`),
    onTaken: () => undefined,
  })
  if (!opened.ok) throw new Error(opened.error.detail)
  return {
    port: opened.value.port,
    heard,
    async stop() {
      await opened.value.close()
      await Promise.all([hub.close(), kiosk.close()])
      vault.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const receivers: Readonly<Record<string, () => Promise<BenchReceiver>>> = {
  hub: serveHub,
  bare: () => serveBare('in memory'),
  journal: () => serveBare('on the disk'),
}

async function serve(which: string): Promise<void> {
  const receiver = (await receivers[which]?.()) ?? fail(which)
  const { port, heard } = receiver
  const tell = (message: FromReceiver) => process.send?.(message)
  process.on('message', () => tell({ heard: heard.length, different: new Set(heard).size }))
  process.on('disconnect', () => void receiver.stop().then(() => process.exit()))
  tell({ port })
}

function fail(which: string): never {
  throw new Error(`no such receiver: ${which}`)
}

await serve(process.argv[2] ?? '')
