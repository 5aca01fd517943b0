// The other station: a hub with its vault and its overview, in a process of its own; with or without the broker.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/main/base/clock.ts'
import { createBroker, type Broker } from '../../src/main/stations/broker/broker.ts'
import { verifierOf } from '../../src/main/stations/broker/secret.ts'
import type { Bus } from '../../src/main/stations/create-bus.ts'
import { openHubDesk } from '../../src/main/stations/hub/hub-desk.ts'
import { createSelfSigned } from '#harness/service/self-signed.ts'
import { openOrThrow } from '#harness/vault/scratch.ts'
import {
  benchClinic,
  monotonicMs,
  type FromListener,
  type Meeting,
  type Seat,
  type ToListener,
} from './messages.ts'
import { openStation } from './station.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const vault = await openOrThrow(folder)
const tell = (message: FromListener) => void process.send?.(message)
let broker: Broker | undefined
let bus: Bus | undefined
let stopDesk: (() => void) | undefined

/** Opens the embedded broker in this process, as in a hub's. */
async function openEmbedded(seats: readonly Seat[], key: string): Promise<Meeting> {
  const tls = await createSelfSigned('localhost')
  const known = new Map(
    seats.map(({ id, kind, password }) => [
      id,
      { clinic: benchClinic, kind, verifier: verifierOf(password) },
    ]),
  )
  broker = await createBroker({
    tls,
    clock: systemClock,
    log: () => undefined,
    stations: { find: (id) => known.get(id) },
  })
  const listening = await broker.listen({ host: '127.0.0.1', port: 0 })
  if (!listening.ok) throw new Error(listening.error.kind)
  return { port: listening.value.port, ca: tls.cert, key }
}

async function open({ meeting: { port, ca, key }, seat, seats }: ToListener & { ask: 'open' }) {
  const meeting = port === null ? await openEmbedded(seats, key) : { port, ca, key }
  bus = openStation(meeting, seat, vault.bus)
  const desk = openHubDesk({
    bus,
    rows: vault.hubNotices,
    audit: vault.audit,
    clock: systemClock,
    unpair: () => undefined,
  })
  stopDesk = () => desk.stop()
  bus.onMessage(({ body }) => {
    if (body.kind === 'helpAsked') tell({ told: 'heard', helpId: body.helpId, at: monotonicMs() })
  })
  tell({ told: 'opened', meeting })
}

function state() {
  globalThis.gc?.()
  const isThere = ({ kind, state: how }: { kind: string; state: string }) =>
    kind === 'kiosk' && how !== 'gone'
  const known = bus?.stations().filter(isThere).length ?? 0
  const { user, system } = process.cpuUsage()
  const cpuSeconds = (user + system) / 1e6
  tell({ told: 'state', known, memory: process.memoryUsage().rss / 1e6, cpuSeconds })
}

async function end() {
  stopDesk?.()
  await bus?.close()
  await broker?.close()
  vault.close()
  rmSync(folder, { recursive: true })
  process.exit()
}

process.on('message', (message: ToListener) => {
  if (message.ask === 'open') void open(message)
  else state()
})
process.on('disconnect', () => void end())
