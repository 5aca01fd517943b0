import { canaryPatient } from '../test/leak-scan/canary.ts'
import { checkIn, startOver } from './quick-visit.ts'
import { startFoyer } from '../e2e/support/running-foyer.ts'
import { memoryOfTree } from './process-memory.ts'
import type { BenchRow } from './row.ts'

const early = 10
const late = 200
const target = 1.05

// Two codes an hour and contact come without a wait, so everybody comes once by e-mail.
const people = Array.from({ length: late }, () => canaryPatient())

/** Measures the memory of the whole process tree after many visits, beside that after few. */
export async function benchMemory(): Promise<BenchRow[]> {
  const foyer = await startFoyer({ sandbox: { newcomers: people } })
  const pid = foyer.process.pid ?? 0
  const settledMemory = async () => {
    await (await foyer.kiosk()).locator('.kiosk.welcome').waitFor()
    // The browser shell keeps a window ready for the next patient; it counts.
    if (foyer.shell === 'browser') await foyer.spare()
    const samples = []
    for (let sample = 0; sample < 5; sample++) samples.push(await memoryOfTree(pid))
    return Math.min(...samples)
  }
  let atEarly = NaN
  try {
    for (const [index, person] of people.entries()) {
      const number = index + 1
      await checkIn(foyer, person)
      await startOver(foyer)
      if (number === early) atEarly = await settledMemory()
      if (number % 10 === 0) process.stderr.write(`  visit ${number} of ${late}\n`)
    }
    const atLate = await settledMemory()
    const ratio = atLate / atEarly
    return [
      {
        figure: `memory of the process tree after visit ${late}`,
        value: atLate,
        unit: 'MB',
        beside: [{ name: `after visit ${early}`, value: atEarly }],
        ratio,
        target: `at most ${target} ×`,
        met: ratio <= target,
      },
    ]
  } finally {
    await foyer.stop()
  }
}
