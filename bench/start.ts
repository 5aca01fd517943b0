import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { startFoyer, type RunningFoyer } from '../e2e/support/running-foyer.ts'
import { startXvfb } from '#harness/display/xvfb.ts'
import { rowBeside, type BenchRow } from './row.ts'
import { median } from './statistics.ts'

const rounds = 10
const target = 1.5

/** Measures the ms from the start of the process until the welcome screen's button can be tapped, and stops it. */
export async function measureFoyer(foyer: RunningFoyer) {
  try {
    const kiosk = await foyer.kiosk()
    await kiosk.locator('.kiosk.welcome button.start').click({ trial: true })
    return performance.now() - foyer.startedAt
  } finally {
    await foyer.stop()
  }
}

/** Measures the ms from the start of a process until its window's page is there, and ends it. */
export async function measureWindow(
  start: (environment: NodeJS.ProcessEnv) => ChildProcess,
  endpointOf: (child: ChildProcess) => Promise<string>,
): Promise<number> {
  const screen = await startXvfb(1080, 1920)
  const startedAt = performance.now()
  const child = start({ ...process.env, DISPLAY: screen.display })
  try {
    const ended = once(child, 'exit').then(() => {
      throw new Error('the empty window did not open')
    })
    ended.catch(() => undefined)
    const browser = await chromium.connectOverCDP(await Promise.race([endpointOf(child), ended]))
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

/** Measures the ms from the start of a process until the same shell's empty window is there. */
export const emptyWindowStart = () =>
  measureWindow(
    (env) =>
      spawn(process.execPath, [join(import.meta.dirname, 'empty-window.ts')], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    async ({ stdout }) => {
      if (!stdout) throw new Error('its output is piped')
      const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string]
      return (JSON.parse(line.replace('FOYER_DRIVER ', '')) as { kiosk: string }).kiosk
    },
  )

/** Measures Foyer's start beside the start of an empty window; taken in turns. */
export async function benchStarts(
  figure: string,
  { own, floor }: Readonly<Record<'own' | 'floor', () => Promise<number>>>,
): Promise<BenchRow> {
  const taken = { own: [] as number[], floor: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    taken.floor.push(await floor())
    taken.own.push(await own())
  }
  const floorMs = { name: 'empty window', value: median(taken.floor) }
  return rowBeside({ figure, value: median(taken.own), unit: 'ms' }, floorMs, target)
}

/** Process start to the first screen that is ready for a tap, beside an empty window of the same shell. */
export const benchStart = async (): Promise<BenchRow[]> => [
  await benchStarts('process start to first screen ready', {
    floor: emptyWindowStart,
    own: async () => measureFoyer(await startFoyer()),
  }),
]
