import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import { systemClock } from '../../src/main/base/clock.ts'
import { within } from '../../src/main/base/timers.ts'
import { visibilityMs } from '../../src/main/kiosk/visit/machine/form-view.ts'
import { ownPage } from '../../src/main/windows/driver.ts'
import { barHeight, formBench } from './open-form.ts'
import { formArea } from './hostile/shared-form.ts'
import { formColor } from './sites.ts'
import {
  drive,
  eventually,
  inFullTier,
  kioskColor,
  pointerPixels,
  screenSize,
  type Driver,
} from './subject.ts'
import { isFullTier } from '#harness/tier.ts'

/** Number of tries of each way of tapping. `FOYER_HIDE_ROUNDS` names another number, for a long run. */
const rounds = Number(process.env['FOYER_HIDE_ROUNDS'] ?? (isFullTier ? 15 : 3))

const onBar = { x: screenSize.width / 2, y: barHeight / 2 }

/** Expects the whole kiosk, and nothing of the form, once the form was hidden by a tap on the bar. */
export function describeHiddenForm(fixture: ShellFixture): void {
  describe('a form that is hidden by a tap on the bar', () => {
    const bench = formBench(fixture, { serves: 2 })
    let kiosk: Driver
    beforeAll(async () => {
      kiosk = await drive(fixture.subject.endpoint('kiosk'), ownPage)
      await kiosk.page.evaluate(
        `window.onclick = () => void foyer.send({ type: 'finished' }); void 0`,
      )
    })
    afterAll(async () => {
      await kiosk.page.evaluate('void (window.onclick = null)')
      await kiosk.release()
      fixture.received.length = 0
    })
    const seen = (color: string) => fixture.subject.screen.differing(formArea, color)
    /** True if a window of its own is beyond the screen's edge: which of two windows is above depends on timing. */
    const isAside = async (page: Page) => {
      const cdp = await page.context().newCDPSession(page)
      const { bounds } = await cdp.send('Browser.getWindowForTarget')
      await cdp.detach()
      return (bounds.left ?? 0) >= screenSize.width
    }

    const taps = {
      'a real pointer': async () => {
        await fixture.input.moveTo(onBar.x, onBar.y)
        await fixture.input.click(1)
      },
      'a driven click': () => kiosk.page.mouse.click(onBar.x, onBar.y),
    }
    const [first, ...others] = Object.entries(taps)
    it.each([first!, ...inFullTier(others)])(
      'is off the screen each time: %s',
      async (_how, tap) => {
        const { page, view } = await bench.open('/empty')
        const hasOwnWindow = fixture.subject.shell.kind === 'browser'
        for (let round = 0; round < rounds; round += 1) {
          await view.setVisible(true)
          await eventually(() => seen(formColor)).toBeLessThan(pointerPixels)
          fixture.received.length = 0
          await tap()
          await vi.waitUntil(() => fixture.received.length > 0, { timeout: 30_000, interval: 1 })
          await view.setVisible(false)
          if (hasOwnWindow) expect(await isAside(page)).toBe(true)
          await eventually(() => seen(kioskColor)).toBeLessThan(pointerPixels)
          // It stays so: what was asked of the windows before has been done by then.
          await kiosk.page.evaluate(
            'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
          )
          expect(await seen(kioskColor), `round ${round}`).toBeLessThan(pointerPixels)
        }
      },
      300_000,
    )

    it('is off the screen in time, though its page answers nobody', async () => {
      const { evaluate, view } = await bench.open('/empty')
      await view.setZoom(2)
      await evaluate('void setTimeout(() => { for (;;); })')
      const hidden = view.setVisible(false).then(() => 'hidden')
      expect(await within(systemClock, visibilityMs, hidden)).toBe('hidden')
      await eventually(() => seen(kioskColor)).toBeLessThan(pointerPixels)
      await view.close()
    })
  })
}
