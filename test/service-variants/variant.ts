import { describe, expect, it } from 'vitest'
import { judge, type Expected } from './judge.ts'
import { runVisit } from './run-visit.ts'
import { visits, type VisitName } from './visits.ts'
import type { Change } from './wire.ts'

/** Choices of a service that differ from the sandbox, by name; a change is made anew for each visit, so that it may count. */
export type Changes = Readonly<Record<string, () => Change>>

/** ms for one visit on a machine that does much else; it takes some 40 by itself. */
const timeout = 20_000

/** Tries a whole visit at a service for each change; each must end as expected. */
export function testVisits(
  title: string,
  expected: Expected,
  changes: Changes,
  visit: VisitName = 'usual',
): void {
  describe(title, () => {
    it.each(Object.entries(changes))('%s', { timeout }, async (_, change) => {
      const outcome = await runVisit(visits[visit], [change()])
      expect(judge(expected, outcome)).toEqual([])
      expect(outcome.isOther, 'the sandbox itself does so').toBe(true)
    })
  })
}
