import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { combinations } from './combinations.ts'
import { judge } from './judge.ts'
import { runVisit } from './run-visit.ts'
import { visits, type PlannedVisit } from './visits.ts'

/** ms for a visit on a machine that does much else. */
const timeout = 30_000

it('the catalogue names each choice once', () => {
  const names = catalogue.map(({ part, name }) => `${part}: ${name}`)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

describe('a visit at the sandbox itself', () => {
  it.each(Object.entries<PlannedVisit>(visits))('ends as it should: %s', async (_, visit) => {
    const outcome = await runVisit(visit, [])
    const { end = 'through' } = visit
    expect(outcome).toMatchObject({ end, isOther: false })
    if (end === 'through') expect(judge({ end }, outcome)).toEqual([])
  })
})

describe('a whole visit at a service that chose otherwise several times', () => {
  it.each(combinations)('$name', { timeout, tags: 'full' }, async ({ variants, visit }) => {
    const changes = variants.map(({ change }) => change())
    const outcome = await runVisit(visit, changes)
    expect(judge({ end: 'through' }, outcome)).toEqual([])
    expect(outcome.isOther).toBe(true)
  })
})
