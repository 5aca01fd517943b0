import { expect, it } from 'vitest'
import { createCallCount } from './call-count.ts'

it('counts each call until it is settled, whichever way', async () => {
  const waiting: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const count = createCallCount()
  const port = count.counted({
    name: 'a port',
    ask: (question: string) =>
      new Promise<string>((resolve, reject) => {
        waiting.push({ resolve: (answer) => resolve(question + answer), reject })
      }),
  })
  expect(port.name).toBe('a port')
  expect(count.isCalling()).toBe(false)
  const first = port.ask('one ')
  const second = port.ask('two ')
  expect(count.isCalling()).toBe(true)
  waiting[0]?.resolve('answer')
  expect(await first).toBe('one answer')
  expect(count.isCalling()).toBe(true)
  waiting[1]?.reject(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  expect(count.isCalling()).toBe(false)
})
