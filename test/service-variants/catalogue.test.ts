import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { combinations } from './combinations.ts'
import { judge } from './judge.ts'
import { runVisit, visitAt } from './run-visit.ts'
import { startShadowService, type Shadow } from './shadow-service.ts'
import { SteppedClock } from './stepped-clock.ts'
import { visits, type PlannedVisit } from './visits.ts'

/** ms for a visit in which the whole catalogue is written, on a machine that does much else. */
const timeout = 30_000

/** Those that the sandbox's own visits do not tell from the sandbox. */
async function withoutDifference(shadows: readonly Shadow[], plan: PlannedVisit) {
  const clock = new SteppedClock()
  const service = startShadowService(shadows, () => clock.now())
  await visitAt(service, clock, plan)
  return shadows.filter(({ differs }) => !differs).map(({ name }) => name)
}

describe('the catalogue', () => {
  it.each(Object.entries<PlannedVisit>(visits))(
    'tells each choice from the sandbox: %s',
    { timeout },
    async (visit, plan) => {
      const rows = catalogue.filter((variant) => variant.visit === visit)
      const shadows = rows.map(({ part, name, change }) => ({
        name: `${part}: ${name}`,
        changes: [change()],
        differs: false,
      }))
      expect(await withoutDifference(shadows, plan)).toEqual([])
    },
  )

  it('tells each combination from the sandbox', { timeout, tags: 'full' }, async () => {
    const shadows = combinations.map(({ name, variants }) => ({
      name,
      changes: variants.map(({ change }) => change()),
      differs: false,
    }))
    expect(await withoutDifference(shadows, visits.wrongCode)).toEqual([])
  })

  it('names each choice once', () => {
    const names = catalogue.map(({ part, name }) => `${part}: ${name}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

describe('a whole visit at a service that chose otherwise several times', () => {
  it.each(combinations)('$name', { timeout, tags: 'full' }, async ({ variants, visit }) => {
    const outcome = await runVisit(
      visit,
      variants.map(({ change }) => change()),
    )
    expect(judge({ end: 'through' }, outcome)).toEqual([])
  })
})
