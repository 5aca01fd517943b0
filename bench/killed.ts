import { randomBytes } from 'node:crypto'
import { killRepeatedly } from '../e2e/support/killed.ts'
import type { BenchRow } from './row.ts'

/**
 * Kills the kiosk 200 times at seeded moments of visits. `FOYER_BENCH_SEED` repeats a run; `FOYER_BENCH_KILLS` sets the
 * number of kills.
 */
export async function benchKilled(): Promise<BenchRow[]> {
  const kills = Number(process.env['FOYER_BENCH_KILLS'] ?? '200')
  const seed = process.env['FOYER_BENCH_SEED'] ?? randomBytes(4).toString('hex')
  process.stderr.write(`  seed ${seed}\n`)
  const { opened, leftovers, owed, lost } = await killRepeatedly(kills, seed, (round) => {
    if (round % 10 === 0) process.stderr.write(`  kill ${round} of ${kills}\n`)
  })
  for (const each of [...leftovers, ...lost]) process.stderr.write(`  ${each}\n`)
  const of = `of ${kills} kills, seed ${seed}`
  const none = (figure: string, count: number): BenchRow => ({
    figure: `${figure} ${of}`,
    value: count,
    unit: '',
    target: 'none',
    met: count === 0,
  })
  return [
    {
      figure: `vault opened, and its chain whole, ${of}`,
      value: opened,
      unit: '',
      target: `all ${kills}`,
      met: opened === kills,
    },
    none('leftover processes and profiles', leftovers.length),
    none(`acknowledged audit entries lost, of ${owed},`, lost.length),
  ]
}
