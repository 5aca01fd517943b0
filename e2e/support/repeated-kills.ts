import { setTimeout } from 'node:timers/promises'
import { canaryPatient } from '../../test/leak-scan/canary.ts'
import { openPlace } from '../../test/leak-scan/kiosk-place.ts'
import { killAndStartAgain, servedSoFar } from './killed.ts'
import { checkIn, startOver } from './quick-visit.ts'
import { startFoyerIn } from './running-foyer.ts'
import { seededRandom } from './seeded-random.ts'

/** What many kills came to. */
export interface RepeatedKillsReport {
  readonly kills: number
  /** Kills after which the next start had its vault, and the chain of the audit held. */
  readonly opened: number
  readonly leftovers: readonly string[]
  /** Entries of the audit that were acknowledged before a kill. */
  readonly owed: number
  readonly lost: readonly string[]
}

/** ms into a visit at which it is killed, at the latest; a visit and its end take about as long. */
const longestMs = 3_500

/**
 * Kills a real Foyer with `kill -9` at random moments of visits, its main process and all of its processes by turns,
 * and starts it again on the same vault. `seed` gives the same moments again.
 */
export async function killRepeatedly(
  kills: number,
  seed: string,
  onRound: (round: number) => void = () => {},
): Promise<RepeatedKillsReport> {
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
      const servedByNow = () => servedSoFar(place)
      const after = await killAndStartAgain(
        place,
        foyer,
        round % 2 ? 'tree' : 'main',
        since,
        async () => {
          since = servedByNow()
          await visit.catch(() => undefined)
        },
      )
      foyer = after.next
      if (after.vaultOpened) opened += 1
      owed += after.owed
      leftovers.push(...after.leftovers)
      lost.push(...after.lost)
      onRound(round + 1)
    }
  } finally {
    await foyer.stop()
    await place.close()
  }
  return { kills, opened, leftovers, owed, lost }
}
