import { randomBytes } from 'node:crypto'
import { killOfflineKiosk } from '../test/harness/offline/kills/kill-runs.ts'
import type { BenchRow } from './row.ts'

/**
 * Kills the kiosk at seeded steps of 100 intakes without network. `FOYER_BENCH_SEED` repeats a run; `FOYER_BENCH_KILLS`
 * sets the number of kills.
 */
export async function benchOfflineKills(): Promise<BenchRow[]> {
  const runs = Number(process.env['FOYER_BENCH_KILLS'] ?? '100')
  const seed = process.env['FOYER_BENCH_SEED'] ?? randomBytes(4).toString('hex')
  process.stderr.write(`  seed ${seed}\n`)
  const report = await killOfflineKiosk(runs, seed, (run) => {
    if (run % 10 === 0) process.stderr.write(`  run ${run} of ${runs}\n`)
  })
  const { kills, done, delivered, needPerson, faults } = report
  for (const each of faults) process.stderr.write(`  ${each}\n`)
  const counted = `${kills.capture} kills in captures, ${kills.outbox} in hand-overs, ${kills.idle} between`
  return [
    {
      figure: `intakes called done, delivered once or waiting for a person (${needPerson}), seed ${seed}`,
      value: delivered + needPerson,
      unit: '',
      target: `at least the ${done} that were called done`,
      met: delivered + needPerson >= done,
    },
    {
      figure: `packets and patients twice, answers and intakes lost, of ${runs} runs (${counted})`,
      value: faults.length,
      unit: '',
      target: 'none',
      met: faults.length === 0,
    },
  ]
}
