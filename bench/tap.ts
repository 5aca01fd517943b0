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

/** Runs in the page: taps `button`, and gives the ms until what `awaited` names is painted. */
export const tapMeasure = (button: string, awaited: string): string =>
  `(${measure})(${JSON.stringify([button, awaited])})`

/** Group of the choices, a button in it, and the sign that it is chosen. */
const changes = [
  [1, ':last-of-type', ':root[data-text="200"]'],
  [2, ':last-of-type', '.kiosk.contrastDark'],
  [3, '[lang=es]', ':root[lang=es]'],
  [1, ':first-of-type', ':root[data-text="100"]'],
  [2, ':first-of-type', '.kiosk.standard'],
  [3, '[lang=en]', ':root[lang=en]'],
] as const

/**
 * Measures from a tap to the next painted screen without network: help and back, and the same screen in another text
 * size, colour or language.
 */
export async function benchTap(): Promise<BenchRow[]> {
  const foyer = await startFoyer()
  const times: number[] = []
  const looks: number[] = []
  try {
    const kiosk = await foyer.kiosk()
    const tap = async (button: string, awaited: string, into = times) => {
      await kiosk.locator(button).first().click({ trial: true })
      into.push(await kiosk.evaluate<number>(tapMeasure(button, awaited)))
    }
    await tap('.welcome button.start', '.kiosk.contact h1')
    for (let round = 0; round < rounds; round++) {
      await tap('.kiosk footer button:first-of-type', 'dialog[open]')
      await tap('dialog button:last-of-type', '.kiosk:not(:has(dialog[open]))')
    }
    await tap('footer button[aria-label]', 'dialog[open]', [])
    for (let round = 0; round < rounds / 4; round++)
      for (const [group, choice, awaited] of changes)
        await tap(`dialog [role=group]:nth-of-type(${group}) button${choice}`, awaited, looks)
  } finally {
    await foyer.stop()
  }
  const row = (figure: string, measured: readonly number[]): BenchRow => {
    const p95 = percentile(measured, 0.95)
    return {
      figure,
      value: p95,
      unit: 'ms',
      target: `at most ${targetMs} ms`,
      met: p95 <= targetMs,
    }
  }
  return [
    row('tap to next screen painted, p95', times),
    row('text size, colours or language changed to painted, p95', looks),
  ]
}
