import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { guards, withoutGuard } from './guards.ts'
import { mutationAreas } from './mutation-areas.ts'

const root = join(import.meta.dirname, '..')

it.each(guards)('$name: stands in the code, and tests stand where it says', (guard) => {
  expect(withoutGuard(guard, root)).toBeDefined()
  expect(globSync(`${guard.folder}/**/*.test.ts`, { cwd: root })).not.toEqual([])
})

it('names each guard once, and at most 60', () => {
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length)
  expect(guards.length).toBeLessThanOrEqual(60)
})

it.each(Object.entries(mutationAreas))('mutation testing finds the files of %s', (_name, area) => {
  const wanted = [...area.mutate, ...area.tests]
  expect(wanted.filter((glob) => globSync(glob, { cwd: root }).length === 0)).toEqual([])
})
