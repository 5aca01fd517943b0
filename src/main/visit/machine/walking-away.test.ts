import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  kioskForAna,
  methods,
  steps,
  walkInto,
} from '../../../../test/harness/visit/walking-away.ts'

/** Another one each time; a walk that failed is walked again by the seed that its report names. */
const seed = Number(process.env['WALK_SEED'] ?? Date.now() % 2 ** 31)

it(`shows a stranger nothing of who asked for help or walked away (WALK_SEED=${seed})`, async () => {
  const met = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 7 }),
      fc.option(fc.constantFrom(...methods), { nil: undefined }),
      fc.commands(steps, { maxCommands: 30, size: 'max' }),
      async (packets, begun, failing, walk) => {
        const walked = kioskForAna(packets)
        try {
          await walkInto(walked, begun, failing)
          const model = { inFront: 'ana' as const }
          await fc.asyncModelRun(() => ({ model, real: walked }), walk)
        } finally {
          await walked.kiosk.stop()
        }
        for (const name of walked.met) met.set(name, (met.get(name) ?? 0) + 1)
      },
    ),
    { seed, numRuns: 120 },
  )
  // Else the walks went nowhere.
  for (const name of ['locked', 'code', 'welcome', 'dateOfBirth'])
    expect(met.get(name) ?? 0, name).toBeGreaterThan(3)
}, 60_000)
