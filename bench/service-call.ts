import { Agent as HttpAgent } from 'node:http'
import axios from 'axios'
import got from 'got'
import { Agent, request } from 'undici'
import { createIntakeClient } from '../src/main/service/client.ts'
import { packetPath, startJsonServer } from './json-server.ts'
import type { BenchRow } from './row.ts'

const concurrency = 20
const rounds = 12
const warmUpRounds = 2
const callsPerRound = 500

/**
 * What a call through the client costs (p50 at 20 concurrent calls, JSON parsed and checked), beside bare undici
 * with `JSON.parse`, axios and got. All four take turns within each round, so that they share the machine's noise.
 */
export async function benchServiceCall(): Promise<BenchRow[]> {
  const server = await startJsonServer()
  const agent = new Agent({ connections: 32, allowH2: false })
  const sockets = new HttpAgent({ keepAlive: true, maxSockets: 32 })
  const credentials = () => ({ clientId: 'bench', clientSecret: 'bench' })
  const client = createIntakeClient({
    partnerUrl: server.url,
    partnerAuthUrl: server.url,
    developerUrl: server.url,
    developerAuthUrl: server.url,
    credentials: { partner: credentials, developer: credentials },
  })
  const headers = { accept: 'application/json', authorization: 'Bearer token' }
  const url = server.url + packetPath
  const params = { accountId: 7, locationId: 12, formPacketId: 4711 }

  const contenders: Record<string, () => Promise<unknown>> = {
    client: async () => {
      const result = await client.partner.formPackets.get({ params })
      if (!result.ok) throw new Error(result.error.kind)
    },
    undici: async () => {
      const { body } = await request(url, { dispatcher: agent, headers })
      return JSON.parse(await body.text()) as unknown
    },
    axios: () => axios.get(url, { headers, httpAgent: sockets }),
    got: () => got(url, { headers, agent: { http: sockets }, retry: { limit: 0 } }).json(),
  }

  try {
    const p50 = await takeTurns(contenders)
    const { client: own = NaN, undici = NaN, axios: byAxios = NaN, got: byGot = NaN } = p50
    const ratio = own / undici
    return [
      {
        figure: `service call, p50 at ${concurrency} concurrent`,
        value: own,
        unit: 'ms',
        beside: [
          { name: 'bare undici', value: undici },
          { name: 'axios', value: byAxios },
          { name: 'got', value: byGot },
        ],
        ratio,
        target: 'at most 1.3 × bare undici; faster than axios and got',
        met: ratio <= 1.3 && own < byAxios && own < byGot,
      },
    ]
  } finally {
    await client.close()
    await agent.destroy()
    sockets.destroy()
    await server.stop()
  }
}

async function takeTurns(
  contenders: Record<string, () => Promise<unknown>>,
): Promise<Record<string, number>> {
  const names = Object.keys(contenders)
  const times = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = 0; round < warmUpRounds + rounds; round++)
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] ?? ''
      const call = contenders[name]
      if (!call) continue
      const taken = await measure(call)
      if (round >= warmUpRounds) times.get(name)?.push(...taken)
    }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]))
}

/** ms that each of a round's calls took, `concurrency` of them always under way. */
async function measure(call: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  let left = callsPerRound
  const work = async () => {
    while (left-- > 0) {
      const startedAt = performance.now()
      await call()
      taken.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return taken
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}
