import { canaryPatient } from '../test/leak-scan/canary.ts'
import { checkIn } from './quick-visit.ts'
import { startFoyer, type RunningFoyer } from '../e2e/support/running-foyer.ts'
import type { Command } from '../src/shared/ipc.ts'
import type { BenchRow } from './row.ts'
import { emptyWindowStart } from './start.ts'
import { median, percentile } from './statistics.ts'

const visits = 30
const floors = 5
const most = { ms: 1_000, ratio: 2 }

/**
 * Measures the ms from the tap that ends a visit to the next patient's first tap: the old processes and profiles are
 * gone by then.
 */
async function endOfVisit(foyer: RunningFoyer): Promise<number> {
  const used = await foyer.kiosk()
  // In Electron the page that comes is not there before; the browser shell has it ready by the end of any visit.
  const next = foyer.shell === 'browser' ? await foyer.spare() : undefined
  const address = used.url()
  const say = (command: Command) => `window.foyer.send(${JSON.stringify(command)})`
  await used.evaluate(say({ type: 'startOver' }))
  const startedAt = performance.now()
  await used.evaluate(say({ type: 'confirmStartOver' }))
  const fresh = next ?? (await foyer.kioskAfter(address))
  await fresh.locator('.kiosk.welcome').waitFor()
  await fresh.evaluate(`(async () => {
    while (!(await ${say({ type: 'begin' })}).ok);
  })()`)
  const took = performance.now() - startedAt
  await fresh.evaluate(say({ type: 'startOver' }))
  await fresh.evaluate(say({ type: 'confirmStartOver' }))
  await foyer.kioskAfter(fresh.url())
  return took
}

/** Measures the end of a visit with its form open, beside the start of a bare window of the same shell. */
export async function benchWipe(): Promise<BenchRow[]> {
  const people = Array.from({ length: visits }, () => canaryPatient())
  const foyer = await startFoyer({ sandbox: { newcomers: people } })
  const took: number[] = []
  try {
    for (const person of people) {
      await checkIn(foyer, person)
      took.push(await endOfVisit(foyer))
    }
  } finally {
    await foyer.stop()
  }
  const bare: number[] = []
  for (let count = 0; count < floors; count++) bare.push(await emptyWindowStart())
  const p95 = percentile(took, 0.95)
  const floor = median(bare)
  return [
    {
      figure: `end of visit to the next one's first tap, p95 of ${visits}`,
      value: p95,
      unit: 'ms',
      beside: [
        { name: 'bare window start', value: floor },
        { name: 'median', value: median(took) },
      ],
      ratio: p95 / floor,
      target: `at most ${most.ms} ms and ${most.ratio} × a bare window start`,
      met: p95 <= most.ms && p95 <= most.ratio * floor,
    },
  ]
}
