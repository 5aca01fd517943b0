import { expect, it } from 'vitest'
import { ana, sampleIntake } from '../../../../../test/harness/offline/sample-intakes.ts'
import { ok } from '../../../../shared/result.ts'
import { tryStep, type StepContext, type OutboxSettings } from './steps.ts'

const record = { id: 7, active: true, name: null, ...ana }

/** A service that has these patients; `created`: how many were made at it. */
function serviceWith(patients: readonly (typeof record)[]) {
  const made: number[] = []
  const delivery = {
    searchPatients: () => Promise.resolve(ok(patients)),
    createPatient: () => Promise.resolve(ok(made.push(8) + 7)),
  }
  const context = {
    delivery,
    intake: sampleIntake(),
    settings: { newPatients: 'create', unproved: 'deliver', keepDeliveredDays: 7 },
    claimed: [],
    isDoubtBeside: false,
    isCalm: true,
    now: () => ({ at: 0, measured: 0 }),
    signal: new AbortController().signal,
  } as unknown as StepContext
  return { made, context }
}
const ready = { step: 'createPatient' as const, creation: 'ready' as const, before: [] }
const goesOnWith = (patientId: number) => ({ state: { step: 'createPacket', patientId } })

it('creates no patient whom another intake made since the last look', async () => {
  const { made, context } = serviceWith([record])
  expect(await tryStep(ready, context)).toMatchObject(goesOnWith(7))
  expect(made).toEqual([])
})

it('asks staff where one was made that no answer named and no list shows, and makes no second one', async () => {
  const { made, context } = serviceWith([])
  const unnamed = { ...ready, creation: 'made' as const }
  expect(await tryStep(unnamed, { ...context, isCalm: false })).toEqual({ kind: 'notYet' })
  expect(await tryStep(unnamed, context)).toMatchObject({ attention: { reason: 'notUnderstood' } })
  expect(made).toEqual([])
})

it('creates one beside those that staff know not to be the person', async () => {
  const { made, context } = serviceWith([record])
  expect(await tryStep({ ...ready, before: [7] }, context)).toMatchObject(goesOnWith(8))
  expect(made).toHaveLength(1)
})

it.each<[string, Partial<StepContext['intake']>, OutboxSettings['unproved'], object]>([
  ['waits for staff where no code proved it', {}, 'review', { attention: { reason: 'unproved' } }],
  ['goes on where a code proved it', { proved: ['sms'] }, 'review', { state: { patientId: 7 } }],
  ['goes on where the clinic wants that', {}, 'deliver', { state: { patientId: 7 } }],
])('an intake that fits one record %s', async (_, more, unproved, expected) => {
  const { context } = serviceWith([record])
  const settings = { ...context.settings, unproved }
  const given = { ...context, settings, intake: sampleIntake(more) }
  expect(await tryStep({ step: 'match' }, given)).toMatchObject(expected)
  if (unproved === 'review' && !more.proved)
    expect(await tryStep(ready, given)).toMatchObject({ ...expected, state: { step: 'match' } })
})

it('creates nobody of whom nothing is proved before staff have looked, but then finds its own', async () => {
  const { made, context } = serviceWith([])
  const given = { ...context, settings: { ...context.settings, unproved: 'review' as const } }
  const outcome = await tryStep({ step: 'match' }, given)
  expect(outcome).toMatchObject({ attention: { reason: 'noMatch' } })
  expect(made).toEqual([])
  const { context: later } = serviceWith([record])
  const asked = { ...ready, creation: 'asked' as const }
  const found = await tryStep(asked, { ...later, settings: given.settings })
  expect(found).toMatchObject(goesOnWith(7))
})

it('asks staff where an intake of the same person may have made a patient whom nobody finds', async () => {
  const { context } = serviceWith([])
  const outcome = await tryStep({ step: 'match' }, { ...context, isDoubtBeside: true })
  expect(outcome).toMatchObject({ kind: 'person', attention: { reason: 'noMatch' } })
})
