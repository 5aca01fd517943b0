import type { Page } from 'playwright-core'
import { openForeign } from '../e2e/support/foreign.ts'
import { startFoyer } from '../e2e/support/running-foyer.ts'
import { openPointerAndKeyboard } from '../test/conformance/x-pointer-and-keyboard.ts'
import type { BenchRow } from './row.ts'
import { percentile } from './statistics.ts'

const rounds = 40
const targetMs = 80
const targetRatio = 2

/** Resolves, in the page, once a letter more stands in the field and is painted; the time is that of the machine. */
const painted = `(async () => {
  const field = document.querySelector('[name=allergies]')
  const before = field.value.length
  window.isWaiting = true
  while (field.value.length === before) await new Promise((done) => field.addEventListener('input', done, { once: true }))
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return performance.timeOrigin + performance.now()
})()`

/** Measures the ms from `press`, which gives the moment at which the key went down, until its letter is painted. */
async function measured(form: Page, press: () => Promise<number>): Promise<number> {
  await form.evaluate('window.isWaiting = false')
  const done = form.evaluate<number>(painted)
  await form.waitForFunction('window.isWaiting')
  return -(await press()) + (await done)
}

const now = () => performance.timeOrigin + performance.now()

/**
 * Measures from a finger on a key of Foyer's keyboard to the letter painted in a foreign page, beside a key sent
 * straight to it.
 */
export async function benchKey(): Promise<BenchRow[]> {
  const foyer = await startFoyer({ foreign: '/typing' })
  const input = await openPointerAndKeyboard(foyer.display)
  const ours: number[] = []
  const straight: number[] = []
  try {
    const form = await openForeign(foyer)
    const field = await form.locator('[name=allergies]').boundingBox()
    await input.moveTo(Math.round((field?.x ?? 0) + 40), Math.round((field?.y ?? 0) + 40))
    await input.click(1)
    const key = (await foyer.kiosk()).getByRole('button', { name: 'a', exact: true })
    await key.waitFor()
    const box = await key.boundingBox()
    await input.moveTo(Math.round((box?.x ?? 0) + 20), Math.round((box?.y ?? 0) + 20))
    const direct = await form.context().newCDPSession(form)
    const down = { type: 'keyDown', key: 'b', text: 'b', code: 'KeyB' } as const
    // One after the other, so that both meet the same machine.
    for (let round = 0; round < rounds; round++) {
      ours.push(
        await measured(form, async () => {
          const at = now()
          await input.down(1)
          return at
        }),
      )
      await input.up(1)
      straight.push(
        await measured(form, async () => {
          const at = now()
          await direct.send('Input.dispatchKeyEvent', down)
          return at
        }),
      )
      await direct.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'b', code: 'KeyB' })
    }
  } finally {
    input.close()
    await foyer.stop()
  }
  const value = percentile(ours, 0.95)
  const beside = percentile(straight, 0.95)
  const ratio = value / beside
  return [
    {
      figure: 'key on our keyboard to letter painted in a foreign page, p95',
      value,
      unit: 'ms',
      beside: [{ name: 'a key event sent straight to it', value: beside }],
      ratio,
      target: `at most ${targetMs} ms, and ${targetRatio} ×`,
      met: value <= targetMs && ratio <= targetRatio,
    },
  ]
}
