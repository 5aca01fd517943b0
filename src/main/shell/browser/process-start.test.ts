import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, vi } from 'vitest'
import { tellStart } from './launch.ts'

/** Starts a program that says a word, and waits for that word. */
async function launch(program: string): Promise<string> {
  const child = spawn(program, ['-e', 'console.log("I am up")'])
  const [word] = (await once(child.stdout, 'data')) as [Buffer]
  return word.toString().trim()
}

it('tells of the start of the program before the program answers', async () => {
  const events: string[] = []
  const answer = await tellStart(
    process.execPath,
    () => events.push('started'),
    async () => {
      const word = await launch(process.execPath)
      events.push('answered')
      return word
    },
  )
  expect(answer).toBe('I am up')
  expect(events).toEqual(['started', 'answered'])
})

it('takes no other program for it, and tells at the latest when the launch is done', async () => {
  const onStarted = vi.fn()
  await tellStart('/no/such/browser', onStarted, async () => {
    await launch(process.execPath)
    expect(onStarted).not.toHaveBeenCalled()
  })
  expect(onStarted).toHaveBeenCalledOnce()
})

it('tells nothing where the launch fails, and hears no later start', async () => {
  const onStarted = vi.fn()
  const failing = tellStart(process.execPath, onStarted, () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  await launch(process.execPath)
  expect(onStarted).not.toHaveBeenCalled()
})
