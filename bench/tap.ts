import { startFoyer } from '../e2e/support/running-foyer.ts'
import type { BenchRow } from './row.ts'
import { percentile } from './statistics.ts'

const rounds = 40
const targetMs = 100

/** Taps a button and waits, in the page, until what it leads to is painted; ms. */
const measure = `async ([button, awaited]) => {
  const wanted = () => document.querySelector(awaited)
  const started = performance.now()
  document.querySelector(button).click()
  while (!wanted()) await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return performance.now() - started
}`

/** From a tap to the next screen painted, where no network is needed: help and back, start over and back. */
export async function benchTap(): Promise<BenchRow[]> {
  const foyer = await startFoyer()
  const times: number[] = []
  try {
    const kiosk = await foyer.kiosk()
    const tap = async (button: string, awaited: string) => {
      await kiosk.locator(button).first().click({ trial: true })
      times.push(await kiosk.evaluate<number>(`(${measure})(${JSON.stringify([button, awaited])})`))
    }
    await tap('.welcome button.start', '.kiosk.contact h1')
    for (let round = 0; round < rounds; round++) {
      await tap('.kiosk footer button:first-of-type', 'dialog[open]')
      await tap('dialog button:last-of-type', '.kiosk:not(:has(dialog[open]))')
    }
  } finally {
    await foyer.stop()
  }
  const p95 = percentile(times, 0.95)
  return [
    {
      figure: 'tap to next screen painted, p95',
      value: p95,
      unit: 'ms',
      target: `at most ${targetMs} ms`,
      met: p95 <= targetMs,
    },
  ]
}
