import { describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { ownPage } from '../../../src/main/shell/driver.ts'
import { formMemoryBytes } from '../../../src/main/shell/memory-limit.ts'
import { absent } from '../catalogue.ts'
import { formBench } from '../open-form.ts'
import { drive } from '../subject.ts'
import { memoryExhaustion, storageExhaustion } from './resource-exhaustion.ts'
import { monitorResources } from './resource-monitor.ts'

/** The most that a form may use: the limit, and what it can allocate between two measurements. */
const worst = 1.5 * formMemoryBytes

/** A form page that uses up memory or storage is refused or closed before it uses much. */
export function describeExhaustion(fixture: ShellFixture): void {
  describe('a form page that takes all there is', () => {
    const bench = formBench(fixture)
    const kioskAnswers = async () => {
      const driver = await drive(fixture.subject.endpoint('kiosk'), ownPage)
      try {
        expect(await driver.page.evaluate(`foyer.send({ type: 'begin' })`)).toMatchObject({
          ok: true,
        })
      } finally {
        await driver.release()
      }
    }
    /** Runs a script until it is refused or the form is gone; how it ended, and the peak growth of the shell in bytes. */
    const exhaust = async (code: string) => {
      const { page } = await bench.open('/form')
      const watch = await monitorResources(fixture.subject)
      const refused = page.evaluate<string>(`(async () => { ${code} })()`).catch(() => undefined)
      const gone = expect
        .poll(() => bench.onGone.mock.calls.length, { timeout: 40_000, interval: 20 })
        .toBe(1)
      gone.catch(() => undefined)
      const how = await Promise.race([
        refused,
        gone.then(
          () => 'gone',
          () => 'neither',
        ),
      ])
      // The page's process ends a moment before the form is said to be gone.
      if (how === undefined) await gone
      return { how: how ?? 'gone', most: await watch.end() }
    }

    it('cannot shake the machine', async () => {
      const { page } = await bench.open('/form')
      expect(await page.evaluate(`'vibrate' in navigator`)).toBe(false)
    })

    it.for(Object.entries(storageExhaustion))('is refused %s', async ([, code]) => {
      const { how, most } = await exhaust(code)
      // Electron refuses no origin: a form that keeps too much is gone there.
      const ends = [
        'QuotaExceededError',
        ...(fixture.subject.shell.kind === 'electron' ? ['gone'] : []),
      ]
      expect(ends).toContain(how)
      expect(most).toBeLessThan(formMemoryBytes / 2)
      await kioskAnswers()
    })

    it.for(Object.entries(memoryExhaustion))(
      'is gone before it has all memory: %s',
      async ([, code], context) => {
        const { how, most } = await exhaust(code)
        if (how === 'absent') context.skip(absent('drawing in three dimensions'))
        expect(['gone', 'no more']).toContain(how)
        expect(most).toBeLessThan(worst)
        await kioskAnswers()
      },
    )
  })
}
