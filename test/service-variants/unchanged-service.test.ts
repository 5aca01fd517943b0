import { describe, expect, it } from 'vitest'
import { judge } from './judge.ts'
import { runVisit } from './run-visit.ts'
import { visits, type PlannedVisit } from './visits.ts'

describe('a visit at the sandbox itself', () => {
  it.each(Object.entries<PlannedVisit>(visits))('ends as it should: %s', async (_, visit) => {
    const outcome = await runVisit(visit, [])
    const { end = 'through' } = visit
    expect(outcome.end).toBe(end)
    if (end === 'through') expect(judge({ end }, outcome)).toEqual([])
  })
})
