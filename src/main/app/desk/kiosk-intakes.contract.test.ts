import { expect, it } from 'vitest'
import { openKioskPlace } from '#harness/composed-foyer.ts'
import { longMs, openDeskWithKiosks } from '#harness/desk/open-desk.ts'
import type { IntakeAct } from '../../../shared/staff-intakes.ts'
import { sampleForm, sampleIntake } from '#harness/offline/sample-intakes.ts'
import { waitFor } from '#harness/wait-for.ts'
import { createCaptureStore } from '../../kiosk/offline/capture/capture-store.ts'
import type { Intake } from '../../kiosk/offline/intake.ts'

const longAnswer = 'canary '.repeat(4_000).trim()

const unknownPatient = () =>
  sampleIntake({ forms: [sampleForm(601, [{ attribute: 'preferred_name', answer: longAnswer }])] })

/** A desk, and a kiosk that is paired with it over its broker and keeps these intakes. */
async function open(intakes: readonly Intake[]) {
  const desk = await openDeskWithKiosks()
  const place = await openKioskPlace({}, desk.sandbox)
  const settings = { FOYER_OFFLINE_ENABLED: 'true', FOYER_KIOSK_NAME: 'Front door' }
  const first = await place.start({ settings })
  await desk.pairInPanel(first)
  const vault = first.vault()
  if (!vault) throw new Error('there is no vault')
  const captures = createCaptureStore(vault.captures, () => 30)
  for (const { finishedAt, ...intake } of intakes) {
    expect(captures.begin({ ...intake, finishedAt: null })).toMatchObject({ ok: true })
    captures.finish(intake.id, finishedAt ?? '')
  }
  await first.stop()
  const kiosk = await place.start({ settings })
  const row = await waitFor(async () => {
    const [known] = await desk.read('kiosks')
    expect(known).toMatchObject({ presence: { intakes: { needPerson: intakes.length } } })
    return known
  }, longMs)
  if (!row) throw new Error('there is no kiosk')
  return { desk, kiosk, row: row.kiosk, presence: row.presence }
}

it('shows and settles an intake of a kiosk at the desk, and both audits say who did it', async () => {
  const { desk, kiosk, row, presence } = await open([unknownPatient()])
  const { intakes, kept } = await desk.read('kioskIntakes', { kiosk: row })
  expect(kept).toBe(1)
  expect(intakes?.needsPerson).toMatchObject([{ helpNumber: '4711', reason: 'noMatch' }])
  expect(kiosk.entries('deskCommand', 'intakeOpened')).toEqual([])
  const intake = intakes?.needsPerson[0]?.id ?? ''
  expect(await desk.read('waitingIntakes')).toMatchObject([{ intake }])

  expect(await desk.read('kioskIntake', { intake })).toMatchObject({
    id: intake,
    person: { name: 'Ana Lopez' },
    stands: 'needsPerson',
  })
  expect(await desk.read('kioskIntakeAnswers', { intake })).toMatchObject([
    { name: 'Form 601', answers: [{ answer: { kind: 'text', text: longAnswer } }] },
  ])
  const { memberId: member } = desk
  expect(kiosk.entries('deskCommand', 'intakeOpened', 'intakeRead')).toMatchObject([
    { kind: 'deskCommand', fields: { act: 'openIntake', by: 'Ana Ruiz', member } },
    { kind: 'intakeOpened', fields: { helpNumber: '4711', member } },
    { kind: 'deskCommand', fields: { act: 'readIntake', by: 'Ana Ruiz', member } },
    { kind: 'intakeRead', fields: { helpNumber: '4711', member } },
  ])
  const looked = desk.audited('deskQueried').map(({ fields }) => fields)
  for (const query of ['kioskIntake', 'kioskIntakeAnswers'])
    expect(looked).toContainEqual(expect.objectContaining({ member, query }))

  const settle = async (act: IntakeAct) =>
    (await desk.done('settleIntake', { type: 'actOnIntake', intake, act })).outcome
  expect(await settle('sendAgain')).toBe('notPossible')
  expect(await settle('createPatient')).toBe('done')
  expect(await settle('takeBack')).toBe('done')
  expect(await settle('createPatient')).toBe('done')
  expect(await settle('tryNow')).toBe('done')
  await waitFor(async () => {
    const now = await desk.read('kioskIntakes', { kiosk: row })
    expect(now.intakes?.complete).toMatchObject([{ id: intake }])
  }, longMs)
  // The kiosk is as it was and for as long, but that nothing needs a person there.
  await waitFor(async () => {
    expect(await desk.read('kiosks')).toMatchObject([
      { presence: { ...presence, intakes: { waiting: 0, needPerson: 0 } } },
    ])
    expect(await desk.read('waitingIntakes')).toEqual([])
  }, longMs)
  expect((await desk.read('findPatients', { search: { name: 'Ana Lopez' } })).rows).toHaveLength(1)
  for (const pdf of [
    await desk.read('kioskIntakePdf', { intake }),
    await desk.read('settledIntakesPdf', { kiosk: row }),
  ])
    expect(Buffer.from(pdf.base64, 'base64').toString()).toMatch(/^%PDF-.*Ana Lopez.*canary/s)
  expect(kiosk.entries('deskCommand', 'intakeRead').slice(-4)).toMatchObject([
    { kind: 'deskCommand', fields: { act: 'drawIntakePdf', by: 'Ana Ruiz', member } },
    { kind: 'intakeRead', fields: { helpNumber: '4711', member } },
    { kind: 'deskCommand', fields: { act: 'drawSettledPdf', member } },
    { kind: 'intakeRead', fields: { helpNumber: '4711', member } },
  ])
  expect(kiosk.entries('intakePatientWanted', 'intakeChoiceTakenBack')).toMatchObject([
    { fields: { member } },
    { fields: { member } },
    { fields: { member } },
  ])
  expect(desk.audited('deskChangeFailed')).toMatchObject([{ fields: { why: 'notPossible' } }])
  await kiosk.stop()
  await waitFor(async () =>
    expect((await desk.read('kiosks'))[0]).toMatchObject({ presence: { state: 'gone' } }),
  )
  expect(await desk.query('kioskIntake', { intake })).toMatchObject({
    error: { kind: 'kioskSilent' },
  })
  expect(desk.at.logged() + kiosk.lines.join('')).not.toMatch(/canary|Lopez/)
  desk.at.pressLock()
  expect(await desk.query('kioskIntake', { intake })).toMatchObject({ error: { kind: 'locked' } })
}, 180_000)
