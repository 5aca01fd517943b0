import { arrivals } from '../../sandbox/seeds/cases.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { startDeskAt } from '../../e2e/support/desk-stage.ts'
import type { BenchRow } from '../row.ts'
import { shareOf } from '../share.ts'
import { median, percentile } from '../statistics.ts'

const changes = shareOf(100, 4)
const targetMs = 2_000
const openWithinMs = 120_000
const { firstName, lastName } = arrivals.due

/** Measures from a click at one desk until another desk's list shows the change; both are real, at one service. */
export async function benchTwoDesks(): Promise<BenchRow[]> {
  const sandbox = await startSandbox()
  const desks = await Promise.all([startDeskAt(sandbox), startDeskAt(sandbox)])
  try {
    const [first, second] = desks.map(({ receptionist: { page } }) => page)
    if (!first || !second) throw new Error('there are not two desks')
    const name = `${firstName} ${lastName}`
    const seen: number[] = []
    const row = second.locator('tbody tr').filter({ hasText: name })
    await row.waitFor({ timeout: openWithinMs })
    const arrive = first.getByRole('button', { name: `Mark arrived: ${name}` })
    await arrive.waitFor({ timeout: openWithinMs })
    const undo = first.getByRole('button', { name: /^Undo/ })
    for (let change = 0; change < changes; change += 1) {
      const to = change % 2 === 0 ? 'arrived' : 'expected'
      // Somebody works there: a desk at rest reads its list more seldom.
      await second.keyboard.press('Shift')
      const at = performance.now()
      if (to === 'arrived') await arrive.click()
      else {
        await first.keyboard.press('Control+z')
        // Later than five seconds the key says first what it takes back.
        if (await undo.isVisible()) await first.keyboard.press('Control+z')
      }
      await second.locator(`tr.day-${to}`).filter({ hasText: name }).waitFor()
      seen.push(performance.now() - at)
      // Each falls elsewhere into the time between two reads.
      await first.waitForTimeout(Math.random() * 1_500)
    }
    const value = percentile(seen, 0.95)
    return [
      {
        figure: `a change at one desk seen at the other, p95 of ${changes}`,
        value,
        unit: 'ms',
        beside: [{ name: 'p50', value: median(seen) }],
        target: `at most ${targetMs} ms`,
        met: value <= targetMs,
      },
    ]
  } finally {
    for (const desk of desks) await desk.close()
    await sandbox.close()
  }
}
