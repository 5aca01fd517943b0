import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  kioskForAna,
  methods,
  steps,
  walkInto,
} from '../../../../test/harness/visit/walking-away.ts'

/** The same walks each time; `WALK_SEED` names others. */
const seed = Number(process.env['WALK_SEED'] ?? 20_261_123)

it(`shows a stranger nothing of who asked for help or walked away (WALK_SEED=${seed})`, async () => {
  const met = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      // None: nobody has a record, and the clinic offers its public forms.
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 7 }),
      fc.option(fc.constantFrom(...methods), { nil: undefined }),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.commands(steps, { maxCommands: 30, size: 'max' }),
      async (packets, begun, failing, offline, ownPhone, deskCodes, walk) => {
        const walked = kioskForAna(packets, {
          ...{ offline, deskCodes },
          ...(ownPhone && packets > 0 && { packets: { ownPhone } }),
        })
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
    { seed, numRuns: 480 },
  )
  // Else the walks went nowhere.
  for (const name of ['locked', 'lockedByContact', 'code', 'welcome', 'dateOfBirth'])
    expect(met.get(name) ?? 0, name).toBeGreaterThan(3)
}, 60_000)
