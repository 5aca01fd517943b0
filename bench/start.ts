import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { startFoyer } from '../e2e/support/running-foyer.ts'
import { startXvfb } from '#harness/display/xvfb.ts'
import type { BenchRow } from './row.ts'
import { median } from './statistics.ts'

const rounds = 10
const target = 1.5

/** Measures the ms from the start of the process until the welcome screen's button can be tapped. */
async function foyerStart(): Promise<number> {
  const foyer = await startFoyer()
  try {
    const kiosk = await foyer.kiosk()
    await kiosk.locator('.kiosk.welcome button.start').click({ trial: true })
    return performance.now() - foyer.startedAt
  } finally {
    await foyer.stop()
  }
}

/** Measures the ms from the start of a process until the same shell's empty window is there. */
export async function emptyWindowStart(): Promise<number> {
  const screen = await startXvfb(1080, 1920)
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'empty-window.ts')], {
    env: { ...process.env, DISPLAY: screen.display },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const ended = once(child, 'exit').then(() => {
      throw new Error('the empty window did not open')
    })
    ended.catch(() => undefined)
    const lines = once(createInterface({ input: child.stdout }), 'line')
    const [line] = (await Promise.race([lines, ended])) as [string]
    const { kiosk } = JSON.parse(line.replace('FOYER_DRIVER ', '')) as { kiosk: string }
    const browser = await chromium.connectOverCDP(kiosk)
    await browser.contexts()[0]?.pages()[0]?.locator('html').waitFor({ state: 'attached' })
    const took = performance.now() - startedAt
    await browser.close()
    return took
  } finally {
    if (child.exitCode === null) {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    }
    await screen.stop()
  }
}

/** Process start to the first screen that is ready for a tap, beside an empty window of the same shell; taken in turns. */
export async function benchStart(): Promise<BenchRow[]> {
  const own: number[] = []
  const floor: number[] = []
  for (let round = 0; round < rounds; round++) {
    floor.push(await emptyWindowStart())
    own.push(await foyerStart())
  }
  const ratio = median(own) / median(floor)
  return [
    {
      figure: 'process start to first screen ready',
      value: median(own),
      unit: 'ms',
      beside: [{ name: 'empty window', value: median(floor) }],
      ratio,
      target: `at most ${target} × an empty window`,
      met: ratio <= target,
    },
  ]
}
