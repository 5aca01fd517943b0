import { expect, it } from 'vitest'
import { createEnds } from './close-all.ts'

/** Ends that note their names; `broken` fails. */
function open() {
  const ends = createEnds()
  const taken: string[] = []
  const add = (name: string) =>
    ends.add(() => {
      taken.push(name)
      if (name === 'broken') throw new Error('broken')
    })
  return { ends, taken, add }
}

it('takes each step once, the newest first, also after one that fails', async () => {
  const { ends, taken, add } = open()
  for (const name of ['first', 'broken', 'last']) add(name)
  await expect(ends.close()).rejects.toThrow('broken')
  await expect(ends.close()).rejects.toThrow('broken')
  expect(taken).toEqual(['last', 'broken', 'first'])
})

it('takes what is opened during the shutdown as well', async () => {
  const { ends, taken, add } = open()
  add('first')
  const closing = ends.close()
  add('late')
  await Promise.all([closing, ends.close()])
  expect(taken).toEqual(['first', 'late'])
})
