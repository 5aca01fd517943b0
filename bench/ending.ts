import { setTimeout } from 'node:timers/promises'
import { halfDone, longName, onePacket } from '../sandbox/seeds/cases.ts'
import { completed, openForeign } from '../e2e/support/foreign.ts'
import { startFoyer, type RunningFoyer } from '../e2e/support/running-foyer.ts'
import type { BenchRow } from './row.ts'

const targetMs = 3_000
const finished = '.kiosk.finished h1'
/**
 * Patients of the bench, and the button that ends the foreign page: each has one packet, which is complete afterwards.
 */
const visits = [
  [onePacket, '#call'],
  [longName, '#history'],
  [halfDone, 'form button'],
] as const

/** Measures one visit, in ms from the service's complete packet to the painted "All done". */
async function measure(foyer: RunningFoyer, [person, end]: (typeof visits)[number]) {
  const before = completed(foyer)
  const { phone: contact, dateOfBirth } = person
  const form = await openForeign(foyer, { contact, dateOfBirth })
  const kiosk = await foyer.kiosk()
  await form.locator(end).click({ noWaitAfter: true })
  while (completed(foyer) === before) await setTimeout(1)
  const startedAt = performance.now()
  await kiosk.locator(finished).waitFor()
  await kiosk.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  const took = performance.now() - startedAt
  await kiosk.evaluate(`void window.foyer.send({ type: 'done' })`)
  await foyer.kioskAfter(kiosk.url())
  return took
}

/**
 * Measures from the service's complete packet to "All done" on the screen, if the form's page announces its end: the
 * slowest of three.
 */
export async function benchEnding(): Promise<BenchRow[]> {
  const foyer = await startFoyer({ foreign: '/endings' })
  const times: number[] = []
  try {
    for (const visit of visits) times.push(await measure(foyer, visit))
  } finally {
    await foyer.stop()
  }
  const worst = Math.max(...times)
  return [
    {
      figure: 'service says complete to "All done", slowest of 3',
      value: worst,
      unit: 'ms',
      target: `at most ${targetMs} ms`,
      met: worst <= targetMs,
    },
  ]
}
