import { fork } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import type { BenchRow } from './row.ts'
import { median } from './statistics.ts'
import { shareOf } from './share.ts'
import { benchEndpoint, type FromReceiver } from './webhook-endpoint.ts'

const deliveries = shareOf(10_000)
const burst = shareOf(1_000)
const connections = 100
const rounds = 3
/** Rounds before: a hub has served before a burst comes. */
const warmUps = 1
/** ms of silence after which nothing more comes. */
const patienceMs = 60_000
const askEveryMs = 200

/** Delivery that is ready to be sent. */
interface Prepared {
  readonly body: string
  readonly headers: Record<string, string>
}

function prepare(): Prepared {
  const body = JSON.stringify({
    id: randomUUID(),
    type: 'appointment.updated',
    createdAt: new Date().toISOString(),
    accountId: 7,
    data: { id: 501, patientId: 9, locationId: 12, startAt: '2026-03-02T12:30:00Z' },
  })
  const signature = createHmac('sha256', benchEndpoint.signingSecret).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-webhook-id': randomUUID(),
    'x-webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'x-webhook-signature': `sha256=${signature}`,
    'x-webhook-token': benchEndpoint.token,
  }
  return { body, headers }
}

async function startReceiver(which: Name) {
  const child = fork(join(import.meta.dirname, 'webhook-servers.ts'), [which])
  const next = async () => (await once(child, 'message'))[0] as FromReceiver
  const first = await next()
  const port = 'port' in first ? first.port : 0
  return {
    pool: new Pool(`http://127.0.0.1:${port}`, { connections }),
    async heard() {
      const answer = next()
      child.send('heard')
      const told = await answer
      return 'heard' in told ? told : { heard: 0, different: 0 }
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Measures the ms until all deliveries are answered, a burst after another. Throws where one is refused. */
async function sendAll(pool: Pool, prepared: readonly Prepared[]): Promise<number> {
  const startedAt = performance.now()
  for (let from = 0; from < prepared.length; from += burst)
    await Promise.all(
      prepared.slice(from, from + burst).map(async ({ body, headers }) => {
        const answer = await pool.request({ method: 'POST', path: '/webhooks', headers, body })
        await answer.body.dump()
        if (answer.statusCode !== 204) throw new Error(`answered ${answer.statusCode}`)
      }),
    )
  return performance.now() - startedAt
}

const names = ['hub', 'journal', 'bare'] as const
type Name = (typeof names)[number]
type Receivers = Readonly<Record<Name, Awaited<ReturnType<typeof startReceiver>>>>

/** Deliveries of one round; the last tenth of them comes a second time. */
function prepareRound(count: number): Prepared[] {
  const different = Array.from({ length: Math.ceil(count * 0.9) }, prepare)
  return [...different, ...different.slice(0, count - different.length)]
}

/** Measures the ms of each round of each receiver, which take turns, and how many different events each was sent. */
async function measure(receivers: Receivers) {
  const times: Record<Name, number[]> = { hub: [], journal: [], bare: [] }
  let different = 0
  for (let round = -warmUps; round < rounds; round++) {
    const prepared = prepareRound(deliveries)
    different += Math.ceil(deliveries * 0.9)
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(Math.abs(round) + turn) % names.length] ?? 'hub'
      const took = await sendAll(receivers[name].pool, prepared)
      if (round >= 0) times[name].push(took)
    }
  }
  return { times, different }
}

/** Returns what a kiosk received from the hub once all of it arrived, or nothing more does. */
async function heardOf({ hub }: Receivers, different: number) {
  let told = await hub.heard()
  let until = performance.now() + patienceMs
  while (told.different < different && performance.now() < until) {
    await setTimeout(askEveryMs)
    const before = told.heard
    told = await hub.heard()
    if (told.heard > before) until = performance.now() + patienceMs
  }
  return told
}

/**
 * Sends 10,000 deliveries in bursts of 1,000, a tenth twice, to a working hub and bare servers, durable or not, in
 * turns, after a warm-up.
 */
export async function benchWebhooks(): Promise<BenchRow[]> {
  const started = await Promise.all(names.map(startReceiver))
  const [hub, journal, bare] = started
  if (!hub || !journal || !bare) throw new Error('a receiver did not start')
  const receivers = { hub, journal, bare }
  try {
    const { times, different } = await measure(receivers)
    const told = await heardOf(receivers, different)
    return rowsOf(times, { lost: different - told.different, twice: told.heard - told.different })
  } finally {
    for (const receiver of started) {
      await receiver.pool.close()
      await receiver.stop()
    }
  }
}

function rowsOf(
  times: Readonly<Record<Name, readonly number[]>>,
  { lost, twice }: { readonly lost: number; readonly twice: number },
): BenchRow[] {
  const [own, floor] = [median(times.hub), median(times.journal)]
  return [
    {
      figure: `${deliveries} webhook deliveries in bursts of ${burst}, all answered`,
      value: own,
      unit: 'ms',
      beside: [
        { name: 'bare node:http, ids on the disk', value: floor },
        { name: 'bare node:http, nothing durable', value: median(times.bare) },
      ],
      ratio: own / floor,
      target: 'at most 1.5 × bare node:http with the same checks',
      met: own / floor <= 1.5,
    },
    {
      figure: 'of those, lost or heard twice by a kiosk',
      value: lost + twice,
      unit: '',
      target: 'none',
      met: lost === 0 && twice === 0,
    },
  ]
}
