import { SimulatedClock } from 'xstate'
import { expect, it, vi } from 'vitest'
import type { PageFault } from '../../shared/windows.ts'
import { usefulWithinMs, watchUsefulness, type PageContent } from './useless-page.ts'

function watched(content: PageContent, { hanging = [] as PageFault[], hasFailed = false } = {}) {
  const clock = new SimulatedClock()
  const faults: PageFault[] = []
  const onUseless = vi.fn()
  const usefulness = watchUsefulness({
    timers: clock,
    hanging: () => hanging,
    hasFailed: () => hasFailed,
    look: () => Promise.resolve(content),
    address: () => 'https://forms.example.com/c/1?t=secret',
    onFault: (fault) => faults.push(fault),
    onUseless,
  })
  /** Lets ten seconds go by, and the look that follows end. */
  const pass = async () => {
    clock.increment(usefulWithinMs)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { clock, faults, onUseless, usefulness, pass }
}
const script: PageFault = { reason: 'hangs', origin: 'https://cdn.example.com', kind: 'script' }

const blank = { reason: 'blank', origin: 'https://forms.example.com', kind: 'document' }
it.each([
  ['a page shows nothing', false, {}, [blank]],
  ['a page spins for ever, where a script hangs', true, { hanging: [script] }, [script]],
  ['a page spins for ever, where something failed', true, { hasFailed: true }, []],
])('says once that %s', async (_what, text, how, told) => {
  const { faults, onUseless, usefulness, pass } = watched({ text, controls: false }, how)
  for (let times = 0; times < 2; times += 1) {
    usefulness.documentCame()
    await pass()
  }
  expect(onUseless).toHaveBeenCalledTimes(1)
  expect(faults).toEqual(told)
})

it('leaves a page to the patient in which they can do something, or that is to be read', async () => {
  const usable = watched({ text: true, controls: true }, { hanging: [script], hasFailed: true })
  usable.usefulness.documentCame()
  await usable.pass()
  expect(usable.onUseless).not.toHaveBeenCalled()
  expect(usable.faults).toEqual([script])
  const read = watched({ text: true, controls: false })
  read.usefulness.documentCame()
  await read.pass()
  expect(read.onUseless).not.toHaveBeenCalled()
})

it('gives each document its ten seconds, and looks no more once the form is closed', async () => {
  const { clock, onUseless, usefulness, pass } = watched({ text: false, controls: false })
  usefulness.documentCame()
  clock.increment(usefulWithinMs - 1)
  usefulness.documentCame()
  clock.increment(usefulWithinMs - 1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(onUseless).not.toHaveBeenCalled()
  usefulness.end()
  await pass()
  expect(onUseless).not.toHaveBeenCalled()
})
