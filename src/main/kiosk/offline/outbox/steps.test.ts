import { expect, it } from 'vitest'
import type { ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import { ana, sampleIntake } from '#harness/offline/sample-intakes.ts'
import { ok } from '../../../../shared/result.ts'
import type { Intake } from '../intake.ts'
import { matchPerson, tryStep, type StepContext, type OutboxSettings } from './steps.ts'

const record: ReadPatient = { id: 7, active: true, name: null, ...ana }

/** A service that has these patients; `created`: how many were made at it. */
function serviceWith(patients: readonly ReadPatient[]) {
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
  expect(await tryStep(asked, { ...later, settings: given.settings })).toMatchObject(goesOnWith(7))
})

it('asks staff where an intake of the same person may have made a patient whom nobody finds', async () => {
  const { context } = serviceWith([])
  const outcome = await tryStep({ step: 'match' }, { ...context, isDoubtBeside: true })
  expect(outcome).toMatchObject({ kind: 'person', attention: { reason: 'noMatch' } })
})

const verdict = (found: Partial<ReadPatient>, intake: Partial<Intake> = {}) => {
  const { full, partial } = matchPerson(sampleIntake(intake), [{ ...record, ...found }])
  return full.length > 0 ? 'full' : partial.length > 0 ? 'partial' : 'none'
}

it.each<[string, Partial<ReadPatient>, Partial<Intake>, string]>([
  ['the same', {}, {}, 'full'],
  ['a name in other letters', { firstName: 'ANÁ', lastName: "Lo'pez" }, {}, 'full'],
  ['a name in one', { firstName: null, lastName: null, name: 'Lopez, Ana' }, {}, 'full'],
  ['a number without its country', { phone: '2065550177', email: null }, {}, 'full'],
  ['a few digits of the number', { phone: '0177', email: null }, {}, 'partial'],
  ['another number, the e-mail address', { phone: '+12065550100' }, {}, 'full'],
  ['another number, which was proved', { phone: '+12065550100' }, { proved: ['sms'] }, 'partial'],
  ['another contact', { phone: null, email: 'other@example.com' }, {}, 'partial'],
  ['another name', { firstName: 'Anna' }, {}, 'partial'],
  ['another name and contact', { firstName: 'Anna', phone: null, email: null }, {}, 'none'],
  ['another day of birth', { dateOfBirth: '1990-05-04' }, {}, 'none'],
  ['no day of birth', { dateOfBirth: null }, {}, 'partial'],
  [
    'nothing to tell it by',
    { firstName: null, dateOfBirth: null, phone: null, email: null },
    {},
    'partial',
  ],
  ['one that is not active', { active: false }, {}, 'partial'],
  ['no name at all', { firstName: '', lastName: '' }, {}, 'partial'],
])('judges %s', (_, found, intake, expected) => expect(verdict(found, intake)).toBe(expected))

it('counts a record once, however often a search finds it', () => {
  const found = matchPerson(sampleIntake(), [record, { ...record }, { ...record, id: 8 }])
  expect(found.full.map(({ id }) => id)).toEqual([7, 8])
})
