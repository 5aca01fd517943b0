import { Agent as HttpAgent } from 'node:http'
import { Agent, request } from 'undici'
import { createIntakeClient, type IntakeClient } from '../src/main/intake/client/client.ts'
import type { Result } from '../src/shared/result.ts'
import { served, type ServedAnswer } from './answers.ts'
import { startJsonServer } from './json-server.ts'
import { peerClients } from './peers.ts'
import type { BenchRow } from './row.ts'
import { interleave, type InterleaveOptions } from './interleave.ts'
import { addressesAt } from '#harness/service/addresses-at.ts'

const race = { concurrency: 20, callsPerRound: 500, rounds: 12 }
const headers = { accept: 'application/json', authorization: 'Bearer token' }
const place = { accountId: 7, locationId: 12 }

/** Class of answers, with the call that meets it and its allowed cost beside bare undici. */
interface AnswerClass {
  readonly name: string
  readonly answer: ServedAnswer
  readonly call: (client: IntakeClient) => Promise<Result<unknown, unknown>>
  readonly most: number
  readonly race: InterleaveOptions
}

const listOf = (limit: number) => (client: IntakeClient) =>
  client.partner.formPackets.list({ params: place, query: { limit } })

const classes: readonly AnswerClass[] = [
  {
    name: 'envelope',
    answer: served.envelope,
    call: ({ developer }) => developer.locations.get({ params: { location_id: 12 } }),
    most: 1.3,
    race,
  },
  { name: 'page of 20', answer: served.page20, call: listOf(20), most: 1.6, race },
  {
    name: 'page of 1,000',
    answer: served.page1000,
    call: listOf(1_000),
    most: 1.6,
    race: { ...race, callsPerRound: 60 },
  },
]

/** Runs `measure` with a client and bare undici on the same server, and ends all three. */
async function withServer<T>(
  measure: (client: IntakeClient, bare: (path: string) => Promise<unknown>, url: string) => T,
): Promise<Awaited<T>> {
  const server = await startJsonServer()
  const agent = new Agent({ connections: 32, allowH2: false })
  const credentials = () => ({ clientId: 'bench', clientSecret: 'bench' })
  const client = createIntakeClient({
    ...addressesAt(server.url),
    credentials: { partner: credentials, developer: credentials },
  })
  const bare = async (path: string) => {
    const { body } = await request(server.url + path, { dispatcher: agent, headers })
    return JSON.parse(await body.text()) as unknown
  }
  try {
    return await measure(client, bare, server.url)
  } finally {
    await client.close()
    await agent.destroy()
    await server.stop()
  }
}

async function succeed(call: Promise<Result<unknown, unknown>>): Promise<void> {
  const result = await call
  if (!result.ok) throw new Error(JSON.stringify(result.error))
}

/**
 * Measures a call through the client (p50 at 20 concurrent calls, JSON parsed and checked), beside bare undici, axios
 * and got, if installable.
 */
export async function benchServiceCall(): Promise<BenchRow[]> {
  const peers = await peerClients()
  const agent = new HttpAgent({ keepAlive: true, maxSockets: 32 })
  const params = { ...place, formPacketId: 4711 }
  const p50 = await withServer((client, bare, base) => {
    const url = base + served.packet.path
    const own = {
      client: () => succeed(client.partner.formPackets.get({ params })),
      undici: () => bare(served.packet.path),
    }
    if (!peers) return interleave(own, race)
    const axios = () => peers.axios(url, headers, agent)
    const got = () => peers.got(url, headers, agent)
    return interleave({ ...own, axios, got }, race)
  }).finally(() => agent.destroy())
  const { client, undici, ...rest } = p50
  const others: Readonly<Record<string, number>> = rest
  const ratio = client / undici
  return [
    {
      figure: `service call, p50 at ${race.concurrency} concurrent`,
      value: client,
      unit: 'ms',
      beside: [
        { name: 'bare undici', value: undici },
        ...Object.entries(others).map(([name, value]) => ({ name, value })),
      ],
      ratio,
      target: `at most 1.3 × bare undici${peers ? '; faster than axios and got' : ''}`,
      met: ratio <= 1.3 && Object.values(others).every((value) => client < value),
    },
  ]
}

/** Compares with bare undici alone, for each class of answers. */
export function benchAnswerClasses(): Promise<BenchRow[]> {
  return withServer(async (client, bare) => {
    const rows: BenchRow[] = []
    for (const { name, answer, call, most, race } of classes) {
      const p50 = await interleave(
        { client: () => succeed(call(client)), undici: () => bare(answer.path) },
        race,
      )
      const ratio = p50.client / p50.undici
      rows.push({
        figure: `typed call, ${name}, p50 at ${race.concurrency} concurrent`,
        value: p50.client,
        unit: 'ms',
        beside: [{ name: 'bare undici', value: p50.undici }],
        ratio,
        target: `at most ${most} × bare undici`,
        met: ratio <= most,
      })
    }
    return rows
  })
}
