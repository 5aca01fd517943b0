import { expect, it } from 'vitest'
import type { Clinic } from '../../../shared/clinic.ts'
import { view as viewSchema } from '../../../shared/ipc.ts'
import type { VisitSnapshot } from '../machine/visit-machine.ts'
import { VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'
import { walked, walks } from '../../../../test/harness/visit/walks.ts'
import { shownClinic } from './shown-clinic.ts'
import { viewOf } from './view.ts'

const clinic: Clinic = {
  name: 'Harbour Clinic',
  color: '#1a5f7a',
  logoLetter: 'H',
  logoLetterColor: '#ffffff',
  locales: ['en', 'es'],
}
const national = /\D*1/

/** Everything that a visit knows and no screen may. */
function secretsOf({ context }: VisitSnapshot): string[] {
  const { contact, proof, patientId, url, packets, packet, typedDate, captureId, name } = context
  const ids = [patientId, proof?.id, packet?.id, ...packets.map(({ id }) => id)]
  return [
    contact,
    contact?.replace(national, ''),
    proof?.token,
    url,
    url && URL.parse(url)?.hostname,
    captureId,
    name?.lastName,
    typedDate && String(typedDate.year),
    ...ids.map((id) => (id === undefined || id === null ? null : String(id))),
  ].filter((secret): secret is string => typeof secret === 'string' && secret !== '')
}

it.each(walks)('knows nothing secret in any state: $name', async (walk) => {
  const kiosk = await walked(walk)
  const codes = kiosk.service.inbox.map(({ code }) => code)
  let secrets: string[] = []
  for (const snapshot of kiosk.snapshots) {
    // A secret stays one after the visit has forgotten it.
    secrets = [...new Set([...secrets, ...secretsOf(snapshot), ...codes])]
    const text = JSON.stringify(
      viewSchema.parse({
        ...viewOf(snapshot, { now: kiosk.clock.now(), clinic }),
        clinic: shownClinic(clinic),
        sequence: 1,
      }),
    )
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
  const shown = JSON.stringify(kiosk.views)
  for (const secret of secrets) expect(shown).not.toContain(secret)
  if (kiosk.service.calls.length > 0) expect(secrets.length).toBeGreaterThan(0)
})

it.each(walks)('keeps the secrets out of the log too: $name', async (walk) => {
  const kiosk = await walked(walk)
  const secrets = [
    ...kiosk.snapshots.flatMap(secretsOf),
    ...kiosk.service.inbox.map(({ code }) => code),
  ]
  const log = JSON.stringify(kiosk.log)
  for (const secret of new Set(secrets)) expect(log).not.toContain(secret)
})

it.each(walks)('forgets a typed date of birth once it was compared: $name', async (walk) => {
  const kiosk = await walked(walk)
  for (const snapshot of kiosk.snapshots)
    if (!JSON.stringify(snapshot.value).includes('comparing'))
      expect(snapshot.context.typedDate).toBeNull()
})

it('numbers the views, each higher than the one before', async () => {
  for (const walk of walks) {
    const numbers = (await walked(walk)).views.map(({ sequence }) => sequence)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
})

it('shows nothing of a record before the date of birth matched', async () => {
  const kiosk = new VisitHarness()
  kiosk.admitAna('p1')
  await kiosk.prove()
  expect(kiosk.view.screen).toEqual({
    ...{ name: 'dateOfBirth', isForAnother: false, error: null, errorCount: 0, lastTry: false },
  })
  expect(JSON.stringify(kiosk.views)).not.toMatch(/Forms p1/)
  expect(kiosk.service.calls).not.toContain('openPackets')
})

it('shows one and the same screen for no match, several matches and another date of birth', async () => {
  const reasons = ['none', 'several', 'date'] as const
  const screens = await Promise.all(
    reasons.map(async (reason) => {
      const kiosk = new VisitHarness()
      if (reason !== 'none') kiosk.admitAna('p1')
      if (reason === 'several') kiosk.admitAna('p2')
      await kiosk.prove()
      if (reason === 'date')
        for (const day of ['1', '2'])
          await kiosk.tap({ type: 'submitDateOfBirth', year: '1990', month: '1', day })
      return { ...(await kiosk.sees('askStaff')), helpNumber: '' }
    }),
  )
  expect(new Set(screens.map((screen) => JSON.stringify(screen))).size).toBe(1)
})

it('shows a view anew when the clinic looks different, and only then', async () => {
  const kiosk = new VisitHarness()
  kiosk.refresh()
  expect(kiosk.views).toHaveLength(1)
  kiosk.clinicName = 'Hill Clinic'
  kiosk.refresh()
  expect(kiosk.views).toHaveLength(2)
  expect(kiosk.view.clinic.name).toBe('Hill Clinic')
  await kiosk.tap('begin')
  expect(kiosk.view.sequence).toBe(3)
})
