import { expect, it } from 'vitest'
import { violationsOf, runWithFaults, type RestartingStore } from '#harness/offline/fault-run.ts'
import { isFullTier } from '#harness/tier.ts'
import { memoryRows } from '#harness/vault/memory-rows.ts'
import { testFolder } from '#harness/test-folder.ts'
import { openTestVault } from '#harness/vault/test-vault.ts'

/**
 * A seed repeats its run: `OUTBOX_SEED=17 npx vitest run --project unit src/main/kiosk/offline/outbox/faults.test.ts`.
 * `OUTBOX_RUNS`: how many are made, if not 50, or 1,000 in the full tier.
 */
const only = process.env['OUTBOX_SEED']
const runs = Number(process.env['OUTBOX_RUNS'] ?? (isFullTier ? 1_000 : 50))
const seeds = only === undefined ? Array.from({ length: runs }, (_, seed) => seed) : [Number(only)]
/** Every so manieth run is made on a real vault. */
const onVault = 25

async function storeFor(seed: number): Promise<RestartingStore> {
  if (seed % onVault !== 0) return { current: memoryRows(), reopen: () => Promise.resolve() }
  const folder = testFolder()
  let vault = await openTestVault(folder)
  return {
    get current() {
      return vault.outbox
    },
    async reopen() {
      vault.close()
      vault = await openTestVault(folder)
    },
  }
}

it('in a bad network each intake is handed over once, in order, or a person is asked', async () => {
  const failed: string[] = []
  const seen = { restarts: 0, delivered: 0, attention: 0, calls: 0 }
  const faults = new Set<string>()
  const acts = new Set<string>()
  for (const seed of seeds) {
    const run = await runWithFaults(seed, await storeFor(seed))
    for (const each of violationsOf(run)) failed.push(`seed ${seed}: ${each}`)
    for (const name of run.names) faults.add(name)
    for (const act of run.acts) acts.add(act)
    seen.restarts += run.restarts
    seen.calls += run.names.length
    seen.delivered += run.rows.filter(({ state }) => state.step === 'delivered').length
    seen.attention += run.rows.filter(({ attention }) => attention).length
  }
  expect(failed.slice(0, 20)).toEqual([])
  if (only !== undefined) return
  // Runs in which nothing happens prove nothing.
  expect(faults.size).toBeGreaterThanOrEqual(17)
  expect([...acts].sort()).toEqual(
    'choose createPatient sendAgain takeBack takeOver tryNow'.split(' '),
  )
  expect(seen.restarts).toBeGreaterThan(seeds.length / 2)
  expect(seen.delivered).toBeGreaterThan(seeds.length / 2)
  expect(seen.attention).toBeGreaterThan(seeds.length / 10)
}, 900_000)
