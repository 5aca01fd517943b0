import { describe, expect, it } from 'vitest'
import { judge, type Expected } from './judge.ts'
import { runVisit } from './run-visit.ts'
import { visits, type VisitName } from './visits.ts'
import type { Change } from './wire.ts'

/** Choices of a service that differ from the sandbox, by name; a change is made anew for each visit, so that it may count. */
export type Changes = Readonly<Record<string, () => Change>>

/** ms for one visit on a machine that does much else; it takes some 40 by itself. */
const timeout = 20_000

/** Tells the changes of the default tier: all, or every third one from the place `spreadFrom`. */
const isInDefaultTier = (spreadFrom: number | undefined, at: number) =>
  spreadFrom === undefined || (at + spreadFrom) % 3 === 0

/**
 * Tries a whole visit at a service for each change; each must end as expected. `spreadFrom`: the default tier tries a
 * third of them, for they stand for one rule at several operations.
 */
export function testVisits(
  title: string,
  expected: Expected,
  changes: Changes,
  visit: VisitName = 'usual',
  spreadFrom?: number,
): void {
  describe(title, () => {
    for (const [at, [name, change]] of Object.entries(changes).entries()) {
      const tags = isInDefaultTier(spreadFrom, at) ? [] : ['full']
      it(name, { timeout, tags }, async () => {
        const outcome = await runVisit(visits[visit], [change()])
        expect(judge(expected, outcome)).toEqual([])
        expect(outcome.isOther, 'the sandbox itself does so').toBe(true)
      })
    }
  })
}
