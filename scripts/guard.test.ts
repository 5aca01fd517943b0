import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSuites, withoutGuard } from './guard.ts'

const root = join(import.meta.dirname, '..')
const guards = (await readSuites()).flatMap(({ guards, files }) =>
  guards.map((guard) => ({ name: guard.name, guard, files: guard.files ?? files ?? [] })),
)

it.each(guards)(
  '$name: can be taken out, and its tests are where it says',
  async ({ guard, files }) => {
    expect(await withoutGuard(guard, root)).toBeDefined()
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true)
  },
)

it('names no guard twice', () => {
  const names = guards.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
