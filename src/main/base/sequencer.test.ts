import { expect, it } from 'vitest'
import { createSequencer } from './sequencer.ts'

it('does one piece of work after the other, also after one that failed', async () => {
  const inSequence = createSequencer()
  const steps: string[] = []
  const failing = inSequence(() => {
    steps.push('first')
    return Promise.reject(new Error('broken'))
  })
  const next = inSequence(() => {
    steps.push('second')
    return Promise.resolve()
  })
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBeUndefined()
  expect(steps).toEqual(['first', 'second'])
})
