import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openKioskWork } from '../../../../test/harness/desk/kiosk-work.ts'
import { propertyRuns } from '../../../../test/harness/property-runs.ts'
import { frontKiosk, presenceOf, saidBy } from '../../../../test/harness/hub/stations.ts'
import { notice, presence } from '../../../shared/bus/messages.ts'
import { helpOperations } from '../../../shared/desk/operations/help.ts'
import { intakeOperations } from '../../../shared/desk/operations/intakes.ts'
import { kioskOperations } from '../../../shared/desk/operations/kiosks.ts'
import { helpPlace } from './help.ts'
import { intakesPlace } from './intakes.ts'
import { kiosksPlace } from './kiosks.ts'

/** A text as somebody hostile writes it, as long as the bus lets it be. */
const odd = (most: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: most }),
    fc.constantFrom('', ' ', '__proto__', 'toString', '\u202e', '\0', 'x'.repeat(most)),
  )
const when = fc.constantFrom(
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2026-03-02T12:00:00+23:59'],
  ...['2026-03-02T12:00:00-00:00', '2026-02-29T00:00:00Z', 'now', ''],
)
const whole = fc.oneof(
  fc.integer(),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, -0),
)
const record = fc.oneof(whole, odd(80))
const language = fc.constantFrom('en', 'es')
const said = fc.oneof(
  fc.record(
    {
      ...{ kind: fc.constant('helpAsked'), helpId: odd(40), number: odd(8), screen: odd(40) },
      ...{ language, appointmentId: record },
    },
    { requiredKeys: ['kind', 'helpId', 'number', 'screen', 'language'] },
  ),
  fc.record({ kind: fc.constant('helpEnded'), helpId: odd(40) }),
  fc.record({
    ...{ kind: fc.constant('patientArrived'), appointmentId: record },
    ...{ startsAt: when, with: odd(200) },
  }),
  fc.record({
    ...{ kind: fc.constant('intakeWaits'), intakeId: odd(80), reason: odd(60), since: when },
  }),
  fc.record({ kind: fc.constant('staffNeeded'), number: odd(8), reason: odd(60), language }),
)
const shown = fc.record({
  ...{ name: odd(40), version: odd(40), connection: odd(20), since: when },
  state: fc.constantFrom('gone', 'free', 'inUse', 'outOfService', 'staff'),
  intakes: fc.record({ waiting: whole, needPerson: whole }),
})

it('shows what every kiosk tells, and answers its calls, whatever one of them says', async () => {
  const { bus, work } = await openKioskWork()
  const [help, intakes, kiosks] = [helpPlace(work), intakesPlace(work), kiosksPlace(work)]
  let messages = 0
  await fc.assert(
    fc.asyncProperty(fc.array(said, { maxLength: 20 }), shown, when, async (bodies, how, at) => {
      const now = presence.safeParse({ ...presenceOf(frontKiosk), ...how })
      if (now.success) bus.see(now.data)
      for (const body of bodies) {
        const known = notice.safeParse(body)
        if (!known.success || Number.isNaN(Date.parse(at))) continue
        bus.hear({ ...saidBy(frontKiosk, known.data, at), id: `${(messages += 1)}` })
      }
      const calls = await help.queries.helpCalls({})?.run()
      const rows = await kiosks.queries.kiosks({})?.run()
      const waiting = await intakes.queries.waitingIntakes({})?.run()
      if (!calls?.ok || !rows?.ok || !waiting?.ok) throw new Error('nothing is shown')
      helpOperations.queries.helpCalls.output.parse(calls.value)
      kioskOperations.queries.kiosks.output.parse(rows.value)
      intakeOperations.queries.waitingIntakes.output.parse(waiting.value)
      for (const { kind, call } of calls.value) {
        const answer = kind === 'asked' ? help.commands.comeToHelp : help.commands.takeCareOf
        expect(await answer({ call })?.run()).toMatchObject({ ok: true })
      }
    }),
    // Each run lists all calls of those before.
    { numRuns: Math.ceil(propertyRuns / 3) },
  )
  expect(messages).toBeGreaterThan(10)
})
