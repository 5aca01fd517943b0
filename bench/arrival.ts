import { credentials } from '../sandbox/credentials.ts'
import { arrivals as cases } from '../sandbox/seeds/cases.ts'
import { account, locations } from '../sandbox/seeds/clinics.ts'
import { openArrivals } from '../src/main/kiosk/arrival/arrivals.ts'
import { systemClock } from '../src/main/base/clock.ts'
import { createIntakeClient } from '../src/main/intake/client/client.ts'
import { contract } from '../src/contract/index.ts'
import { visitsReader } from '../src/contract/readers/arrival-readers.ts'
import { isoDate, localDate } from '../src/shared/calendar-date.ts'
import { auditCall } from '../src/main/vault/audit/audit-log.ts'
import type { Vault } from '../src/main/vault/vault.ts'
import type { ArrivalPort } from '../src/main/kiosk/visit/ports.ts'
import { addressesAt } from '#harness/service/addresses-at.ts'
import { openOrThrow, scratchFolder } from '#harness/vault/scratch.ts'
import type { BenchRow } from './row.ts'
import { startSandbox } from './sandbox.ts'
import { shareOf } from './share.ts'
import { percentile } from './statistics.ts'

const rounds = { warmUp: shareOf(100), measured: shareOf(1_000, 20) }
const mostRatio = 1.2
const [location] = locations
const place = { accountId: account.id, locationId: location?.id ?? 0 }
const patientId = cases.due.id
const dayMs = 24 * 60 * 60_000
const never = new AbortController().signal

/** Creates a kiosk's client of the service, each call audited as a kiosk's is. */
function openClient(url: string, vault: Vault) {
  return createIntakeClient({
    ...addressesAt(url),
    credentials: { partner: () => credentials.partner, developer: () => credentials.developer },
    audit: (entry) => auditCall(vault.audit, entry),
  })
}

/** Makes the one call that is needed to know anything of a patient's appointments. */
async function askAlone(client: ReturnType<typeof openClient>): Promise<void> {
  const [from, to] = [-dayMs, dayMs].map((ms) => isoDate(localDate(new Date(Date.now() + ms))))
  const query = { patientId, from, to, limit: 200 }
  const list = contract.partner.appointments.list
  const answer = await client.read(list, visitsReader, { params: place, query })
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
}

/** Measures both waits of a patient, in ms: the look-up before the question, and keeping the answer. */
async function arrive(port: ArrivalPort, round: number) {
  const startedAt = performance.now()
  const found = await port.look(patientId, never)
  const lookedAt = performance.now()
  const appointment = found.ok ? found.value.appointments[0] : undefined
  if (!appointment) throw new Error('no appointment was found')
  const confirmedFrom = performance.now()
  // Another one each time: what was confirmed before is not written again.
  port.confirm({ ...appointment, id: round + rounds.warmUp + 1 }, patientId)
  return { look: lookedAt - startedAt, confirm: performance.now() - confirmedFrom }
}

/**
 * Compares arrival (look-up, then the durable answer) with the list call alone, in turns. The service is told in the
 * background.
 */
export async function benchArrival(): Promise<BenchRow[]> {
  const scratch = scratchFolder()
  const vault = await openOrThrow(scratch.folder)
  const sandbox = await startSandbox()
  const client = openClient(sandbox.url, vault)
  const connected = { client, place }
  const settings = { mark: false, earlyMs: dayMs, otherLocationIds: [], directions: {} }
  const arrivals = openArrivals({
    settings: () => settings,
    rows: vault.arrivals,
    service: () => connected,
    clock: systemClock,
    connection: () => 'online',
    log: () => undefined,
    onFailed: () => undefined,
  })
  const port = arrivals.port(connected, settings)
  const times = { alone: [] as number[], look: [] as number[], confirm: [] as number[] }
  const turns = [
    async () => {
      const startedAt = performance.now()
      await askAlone(client)
      return void times.alone.push(performance.now() - startedAt)
    },
    async (round: number) => {
      const { look, confirm } = await arrive(port, round)
      times.look.push(look)
      times.confirm.push(confirm)
    },
  ]
  try {
    for (let round = -rounds.warmUp; round < rounds.measured; round += 1) {
      if (round === 0) for (const list of Object.values(times)) list.length = 0
      for (let turn = 0; turn < turns.length; turn += 1)
        await turns[(Math.abs(round) + turn) % turns.length]?.(round)
    }
  } finally {
    await arrivals.stop()
    await client.close()
    await sandbox.stop()
    vault.close()
    scratch.remove()
  }
  const [look, confirm, alone] = [times.look, times.confirm, times.alone].map((list) =>
    percentile(list, 0.95),
  ) as [number, number, number]
  return [
    {
      figure: 'time that arrival adds to a visit before its question, p95',
      value: look,
      unit: 'ms',
      beside: [
        { name: 'the appointment call alone', value: alone },
        { name: 'the answer, kept durably', value: confirm },
      ],
      ratio: look / alone,
      target: `at most ${mostRatio} ×`,
      met: look / alone <= mostRatio,
    },
  ]
}
