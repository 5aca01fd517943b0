import { describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { formMemoryBytes } from '../../../src/main/form-view/form-session.ts'
import { formBench } from '../open-form.ts'
import { inFullTier } from '../subject.ts'
import { kioskAnswers } from './processes-suite.ts'
import { memoryExhaustion, storageExhaustion } from './resource-exhaustion.ts'
import { monitorResources } from './resource-monitor.ts'

const storage = Object.entries(storageExhaustion)
const memory = Object.entries(memoryExhaustion)

/** The most that a form may use: the limit, and what it can allocate between two measurements. */
const worst = 1.5 * formMemoryBytes

/** A form page that uses up memory or storage is refused or closed before it uses much. */
export function describeExhaustion(fixture: ShellFixture): void {
  describe('a form page that takes all there is', () => {
    const bench = formBench(fixture, { serves: 2 })
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

    it.for([...storage.slice(0, 1), ...inFullTier(storage.slice(1))])(
      'is refused %s',
      async ([, code]) => {
        const { how, most } = await exhaust(code)
        // Electron refuses no origin: a form that keeps too much is gone there.
        const ends = [
          'QuotaExceededError',
          ...(fixture.subject.shell.kind === 'electron' ? ['gone'] : []),
        ]
        expect(ends).toContain(how)
        expect(most).toBeLessThan(formMemoryBytes / 2)
        await kioskAnswers(fixture)
      },
    )

    it.for([...memory.slice(0, 1), ...inFullTier(memory.slice(1))])(
      'is gone, or refused, before it has all memory: %s',
      async ([, code]) => {
        const { how, most } = await exhaust(code)
        expect(['gone', 'no more', 'RangeError']).toContain(how)
        expect(most).toBeLessThan(worst)
        await kioskAnswers(fixture)
      },
    )
  })
}
