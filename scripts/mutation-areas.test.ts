import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutationAreas } from './mutation-areas.ts'

const cwd = join(import.meta.dirname, '..')

it.each(Object.entries(mutationAreas))('finds the files and the tests of %s', (_name, area) => {
  const wanted = [...area.mutate, ...area.tests].filter((glob) => !glob.startsWith('!'))
  expect(wanted.filter((glob) => globSync(glob, { cwd }).length === 0)).toEqual([])
})
