import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { credentials } from '../sandbox/credentials.ts'
import { account, locations } from '../sandbox/seeds/clinics.ts'
import { createIntakeClient } from '../src/main/intake/client/client.ts'
import type { IntakeClientOptions } from '../src/main/intake/client/call-types.ts'
import { auditCall } from '../src/main/vault/audit/audit-log.ts'
import { addressesAt } from '#harness/service/addresses-at.ts'
import { openOrThrow, scratchFolder } from '#harness/vault/scratch.ts'
import type { BenchRow } from './row.ts'
import { startSandbox } from './sandbox.ts'
import { percentile } from './statistics.ts'

const rounds = { warmUp: 100, measured: 1_500 }
const mostMs = 2
const [location] = locations

/** Opens the cheapest durable entry: so many bytes over others of a file, on the disk when it returns. */
function openFloor(folder: string) {
  const [entryBytes, fileBytes] = [3 * 4096, 4 * 2 ** 20]
  const handle = openSync(join(folder, 'floor'), 'w')
  writeSync(handle, Buffer.alloc(fileBytes))
  fsyncSync(handle)
  let at = 0
  const write = () => {
    const startedAt = performance.now()
    writeSync(handle, Buffer.alloc(entryBytes), 0, entryBytes, at)
    fdatasyncSync(handle)
    at = (at + entryBytes) % (fileBytes - entryBytes)
    return performance.now() - startedAt
  }
  return { write, close: () => closeSync(handle) }
}

/**
 * Measures how long a call waits for its audit entry: the real client with and without audit, beside a bare durable
 * write of equal size.
 */
export async function benchAuditedCall(): Promise<BenchRow[]> {
  const scratch = scratchFolder()
  const vault = await openOrThrow(scratch.folder)
  const sandbox = await startSandbox()
  const { url } = sandbox
  const added: number[] = []
  const options: IntakeClientOptions = {
    ...addressesAt(url),
    credentials: { partner: () => credentials.partner, developer: () => credentials.developer },
  }
  const audited = createIntakeClient({
    ...options,
    audit(entry) {
      const startedAt = performance.now()
      auditCall(vault.audit, entry)
      added.push(performance.now() - startedAt)
    },
  })
  const bare = createIntakeClient(options)
  const params = { accountId: account.id, locationId: location?.id ?? 0 }
  const timed = async (client: typeof bare) => {
    const startedAt = performance.now()
    const answer = await client.partner.formPackets.list({ params, query: { limit: 1 } })
    if (!answer.ok) throw new Error(JSON.stringify(answer.error))
    return performance.now() - startedAt
  }
  const took = { audited: [] as number[], bare: [] as number[], floor: [] as number[] }
  const floor = openFloor(scratch.folder)
  const turns = [
    async () => took.audited.push(await timed(audited)),
    async () => took.bare.push(await timed(bare)),
    () => Promise.resolve(took.floor.push(floor.write())),
  ]
  try {
    for (let round = -rounds.warmUp; round < rounds.measured; round += 1) {
      if (round === 0) for (const list of [added, ...Object.values(took)]) list.length = 0
      // The first call in a round finds the machine as the previous round left it.
      for (let turn = 0; turn < turns.length; turn += 1)
        await turns[(Math.abs(round) + turn) % turns.length]?.()
    }
  } finally {
    await Promise.all([audited.close(), bare.close()])
    await sandbox.stop()
    floor.close()
    vault.close()
    scratch.remove()
  }
  const value = percentile(added, 0.95)
  const floorMs = percentile(took.floor, 0.95)
  return [
    {
      figure: 'time that the audit adds to a service call, p95',
      value,
      unit: 'ms',
      beside: [
        { name: 'bare durable write, p95', value: floorMs },
        { name: 'call with it, p95', value: percentile(took.audited, 0.95) },
        { name: 'call without, p95', value: percentile(took.bare, 0.95) },
      ],
      ratio: value / floorMs,
      target: `at most ${mostMs} ms`,
      met: value <= mostMs,
    },
  ]
}
