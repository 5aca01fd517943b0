import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { judge } from './judge.ts'
import { runVisit } from './run-visit.ts'
import type { Part } from './variant.ts'
import { visits } from './visits.ts'

/** ms for one visit on a machine that does much else; it takes some 40 by itself. */
const timeout = 20_000

/** Tries every choice of these parts; in the full tier those of a profile with their profile too. */
export function testRowsOf(...parts: readonly Part[]): void {
  const rows = catalogue.filter(({ part }) => parts.includes(part))
  const adapted = rows.flatMap(({ expected, ...variant }) =>
    'profile' in expected ? [{ ...variant, expected }] : [],
  )

  describe('a whole visit at a service that chose otherwise', () => {
    it.each(rows)('$part: $name', { timeout }, async ({ visit, change, expected }) => {
      const outcome = await runVisit(visits[visit], [change()])
      expect(judge(expected, outcome)).toEqual([])
      expect(outcome.isOther, 'the sandbox itself does so').toBe(true)
    })
  })
  if (adapted.length > 0)
    describe('the same with a wire profile', { tags: 'full' }, () => {
      it.each(adapted)('$part: $name', { timeout }, async ({ visit, change, expected }) => {
        const outcome = await runVisit(visits[visit], [change()], expected.profile)
        expect(judge(expected, outcome, true)).toEqual([])
      })
    })
}
