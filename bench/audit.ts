import { openAudit, verifyAudit } from '../src/main/vault/audit/audit.ts'
import { deriveKey } from '../src/main/vault/keys/derive.ts'
import { openOrThrow, plainSealer, scratchFolder } from '#harness/vault/scratch.ts'
import { readVault } from '../src/main/vault/keys/unlock.ts'
import { openDatabase } from '../src/main/vault/store/database.ts'
import { filesIn } from '../src/main/vault/store/files.ts'
import type { BenchRow } from './row.ts'
import { percentile } from './statistics.ts'

const entries = 100_000
const appends = 2_000
const most = { verifyMs: 2_000, appendMs: 10 }
const fields = {
  operation: 'partner.formPackets.list',
  outcome: 'ok',
  'record.patientId': '123456',
}

/** Measures the verification of a long chain, and one more durable entry at its end. */
export async function benchAudit(): Promise<BenchRow[]> {
  const scratch = scratchFolder()
  try {
    ;(await openOrThrow(scratch.folder)).close()
    const vault = await readVault(scratch.folder, [plainSealer()])
    if (!vault.ok) throw new Error(vault.error.kind)
    vault.value.connection.close()
    const { keys } = vault.value
    const opened = openDatabase(filesIn(scratch.folder).database, keys.database)
    if (!opened.ok) throw new Error(opened.error.kind)
    const connection = opened.value
    const key = deriveKey(keys.root, 'audit')
    const audit = openAudit(connection, key)
    // Filling is not measured, and so not made durable one by one.
    connection.transaction(() => {
      for (let count = 0; count < entries - appends; count += 1) audit.append('call', fields)
    })()
    const took: number[] = []
    for (let count = 0; count < appends; count += 1) {
      const startedAt = performance.now()
      audit.append('call', fields)
      took.push(performance.now() - startedAt)
    }
    const startedAt = performance.now()
    const verified = verifyAudit(connection, key)
    const verifyMs = performance.now() - startedAt
    connection.close()
    if (!verified.ok || verified.value.entries < entries) throw new Error('the chain does not hold')
    const appendMs = percentile(took, 0.99)
    return [
      {
        figure: 'audit, 100,000 entries: verify',
        value: verifyMs,
        unit: 'ms',
        target: `at most ${most.verifyMs} ms`,
        met: verifyMs <= most.verifyMs,
      },
      {
        figure: 'audit, append p99',
        value: appendMs,
        unit: 'ms',
        target: `at most ${most.appendMs} ms`,
        met: appendMs <= most.appendMs,
      },
    ]
  } finally {
    scratch.remove()
  }
}
