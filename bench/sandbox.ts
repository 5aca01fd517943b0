import { join } from 'node:path'
import { Agent, request } from 'undici'
import { auth } from '../src/contract/auth.ts'
import { credentials } from '../sandbox/credentials.ts'
import { account, locations } from '../sandbox/seeds/clinics.ts'
import { prismScript } from './peers.ts'
import type { BenchRow } from './row.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { median, percentile } from './statistics.ts'
import { measure } from './interleave.ts'

const connections = 20
const rounds = 6
const warmUpRounds = 2
const callsPerRound = 2_000
const starts = 5

const root = join(import.meta.dirname, '..')
const document = join(root, 'docs', 'openapi', 'partner-v2.json')
const packet = `/partner/v2/account/${account.id}/location/${locations[0]?.id}/form/20001`

/**
 * Measures validated reads of the sandbox beside Prism's mock of our OpenAPI document, if installable, in turns, and
 * the sandbox's time to start.
 */
export async function benchSandbox(): Promise<BenchRow[]> {
  const startTimes: number[] = []
  for (let start = 0; start < starts; start++) {
    const sandbox = await startSandbox()
    startTimes.push(sandbox.startedInMs)
    await sandbox.stop()
  }
  const script = await prismScript()
  return [...(script === undefined ? [] : await beside(script)), startRow(median(startTimes))]
}

/** Measures the sandbox beside Prism, whose program is `script`. */
async function beside(script: string): Promise<BenchRow[]> {
  const sandbox = await startSandbox()
  const prism = await startServer(
    (port) => [script, 'mock', document, '--port', String(port), '--verboseLevel', 'silent'],
    packet,
  )
  try {
    const token = await partnerTokenOf(sandbox.url)
    const own = createLoad(sandbox, token)
    const mock = createLoad(prism, token)
    for (let round = 0; round < warmUpRounds + rounds; round++)
      for (const load of round % 2 === 0 ? [own, mock] : [mock, own])
        await load.run(round >= warmUpRounds)
    await Promise.all([own.agent.destroy(), mock.agent.destroy()])
    return rows(own, mock)
  } finally {
    await sandbox.stop()
    await prism.stop()
  }
}

type Load = ReturnType<typeof createLoad>

function rows(own: Load, mock: Load): BenchRow[] {
  const rate = own.rate() / mock.rate()
  const tail = own.p99() / mock.p99()
  const what = `a validated GET, ${connections} connections`
  return [
    {
      figure: `sandbox: ${what}`,
      value: own.rate(),
      unit: 'requests/s',
      beside: [{ name: 'Prism mock', value: mock.rate() }],
      ratio: rate,
      target: 'at least 3 × Prism',
      met: rate >= 3,
    },
    {
      figure: `sandbox: p99 of ${what}`,
      value: own.p99(),
      unit: 'ms',
      beside: [{ name: 'Prism mock', value: mock.p99() }],
      ratio: tail,
      target: 'below Prism',
      met: tail < 1,
    },
  ]
}

const startRow = (startMs: number): BenchRow => ({
  figure: 'sandbox: process start until it serves',
  value: startMs,
  unit: 'ms',
  target: 'at most 1000 ms',
  met: startMs <= 1_000,
})

export function startSandbox(): Promise<ServerProcess> {
  const script = join(root, 'cli', 'main.ts')
  return startServer(
    (port) => [script, 'sandbox', '--port', String(port), '--pages-port', '0'],
    '/sandbox/state',
  )
}

/** Returns a token of the partner interface of the sandbox at `url`. */
export async function partnerTokenOf(url: string): Promise<string> {
  const { clientId, clientSecret } = credentials.partner
  const { body } = await request(url + auth.partnerToken.path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  })
  return auth.partnerToken.answer.parse(await body.json()).access_token
}

/** Prepares the load on one server, and its measurements. */
function createLoad({ url }: ServerProcess, token: string) {
  const agent = new Agent({ connections, pipelining: 1, allowH2: false })
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const times: number[] = []
  let elapsedMs = 0
  const call = async () => {
    const { statusCode, body } = await request(url + packet, { dispatcher: agent, headers })
    const answer = (await body.json()) as { id?: unknown }
    if (statusCode !== 200 || answer.id === undefined)
      throw new Error(`${url} answers with status ${statusCode}`)
  }
  return {
    agent,
    run: async (counted: boolean) => {
      const startedAt = performance.now()
      const taken = await measure(call, { concurrency: connections, callsPerRound, rounds: 1 })
      if (!counted) return
      elapsedMs += performance.now() - startedAt
      times.push(...taken)
    },
    rate: () => times.length / (elapsedMs / 1_000),
    p99: () => percentile(times, 0.99),
  }
}
