import type { FormSign } from '../src/shared/windows.ts'
import { asked, inForm } from '#harness/visit/visit-harness.ts'
import type { BenchRow } from './row.ts'

const target = 40
const minutes = 5
/** Signs that a busy page gives all the time: a new document, a new address, a move away, and what it sends. */
const signs: readonly FormSign[] = ['document', 'address', 'leaving', 'sent', 'sentAgain']

/** Calls to the service in five minutes of a form, by the clock of the visit; `signsEveryMs`: 0 for a page that does nothing. */
async function calls(signsEveryMs: number): Promise<number> {
  const kiosk = await inForm()
  const stepMs = 100
  for (let ms = 0; ms < minutes * 60_000; ms += stepMs) {
    const sign = signs[(ms / stepMs) % signs.length]
    if (sign && signsEveryMs > 0 && ms % signsEveryMs === 0) kiosk.form.events.onSign(sign)
    // The patient is there.
    if (ms % 10_000 === 0) kiosk.form.events.onActivity()
    await kiosk.wait(stepMs)
  }
  return asked(kiosk)
}

/** Counts how often the service is asked if a form is complete, while a page gives a sign of it all the time. */
export async function benchWatching(): Promise<BenchRow[]> {
  const busy = await calls(300)
  const quiet = await calls(0)
  return [
    {
      figure: `calls that watching adds to a ${minutes}-minute form, where the page sends all the time`,
      value: busy,
      unit: 'calls',
      beside: [{ name: 'a page that does nothing', value: quiet }],
      ratio: busy / quiet,
      target: `at most ${target} calls`,
      met: busy <= target,
    },
  ]
}
