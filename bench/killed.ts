import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { killAndStartAgain, servedSoFar } from '../e2e/support/killed.ts'
import { checkIn, startOver } from './quick-visit.ts'
import { startFoyerIn } from '../e2e/support/running-foyer.ts'
import { seededRandom } from '../e2e/support/seeded-random.ts'
import { canaryPatient } from '../test/leak-scan/canary.ts'
import { openPlace } from '../test/leak-scan/kiosk-place.ts'
import type { BenchRow } from './row.ts'

/** ms into a visit at which it is killed, at the latest; a visit and its end take about as long. */
const longestMs = 3_500

/**
 * Kills a real Foyer with `kill -9` at random moments of visits, its main process and all of its processes by turns.
 * Starts it again on the same vault. `seed` gives the same moments again.
 */
async function killRepeatedly(kills: number, seed: string) {
  const random = seededRandom(seed)
  const people = Array.from({ length: kills }, () => canaryPatient())
  const place = await openPlace({ sandbox: { newcomers: people } })
  const leftovers: string[] = []
  const lost: string[] = []
  let opened = 0
  let owed = 0
  let since = servedSoFar(place)
  let foyer = await startFoyerIn(place)
  try {
    for (const [round, person] of people.entries()) {
      // The kill ends it at whatever step it is.
      const visit = checkIn(foyer, person).then(() => startOver(foyer))
      visit.catch(() => undefined)
      await setTimeout(random() * longestMs)
      const what = round % 2 ? 'tree' : 'main'
      const after = await killAndStartAgain(place, foyer, what, since, async () => {
        since = servedSoFar(place)
        await visit.catch(() => undefined)
      })
      foyer = after.next
      if (after.vaultOpened) opened += 1
      owed += after.owed
      leftovers.push(...after.leftovers)
      lost.push(...after.lost)
      if ((round + 1) % 10 === 0) process.stderr.write(`  kill ${round + 1} of ${kills}\n`)
    }
  } finally {
    await foyer.stop()
    await place.close()
  }
  return { opened, leftovers, owed, lost }
}

/**
 * Kills the kiosk 200 times at seeded moments of visits. `FOYER_BENCH_SEED` repeats a run; `FOYER_BENCH_KILLS` sets the
 * number of kills.
 */
export async function benchKilled(): Promise<BenchRow[]> {
  const kills = Number(process.env['FOYER_BENCH_KILLS'] ?? '200')
  const seed = process.env['FOYER_BENCH_SEED'] ?? randomBytes(4).toString('hex')
  process.stderr.write(`  seed ${seed}\n`)
  const { opened, leftovers, owed, lost } = await killRepeatedly(kills, seed)
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
