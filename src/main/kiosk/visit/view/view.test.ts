import { expect, it } from 'vitest'
import { admits } from '#harness/visit/moves.ts'
import { visit, VisitHarness } from '#harness/visit/visit-harness.ts'
import { maskedContact, wholeContact } from './view.ts'

it('shows nothing of a record before the date of birth matched', async () => {
  const kiosk = await visit({}, admits('p1'), 'prove')
  expect(kiosk.view.screen).toEqual({
    name: 'dateOfBirth',
    isForAnother: false,
    error: null,
    errorCount: 0,
    lastTry: false,
  })
  expect(JSON.stringify(kiosk.views)).not.toMatch(/Health forms/)
  expect(kiosk.service.calls).not.toContain('openPackets')
})

it('shows one and the same screen for no match, no such name and another date of birth', async () => {
  const reasons = ['none', 'name', 'date'] as const
  const screens = await Promise.all(
    reasons.map(async (reason) => {
      const kiosk = new VisitHarness()
      if (reason !== 'none') kiosk.admitAna('p1')
      if (reason === 'name') kiosk.admitAna('p2')
      await kiosk.prove()
      if (reason === 'name')
        await kiosk.tap({ type: 'submitName', firstName: 'Cleo', lastName: 'Cruz' })
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

it.each([
  ['sms', '+14155550101', '01'],
  ['email', 'ana.maria@example.org', 'a…@example.org'],
  ['email', 'a@example.org', 'a…@example.org'],
  ['email', '"a@b"@example.org', '"…@example.org'],
] as const)('tells of a contact by %s, %s, no more than %s', (channel, contact, masked) => {
  expect(maskedContact(channel, contact)).toBe(masked)
})

it.each([
  ['+14155550101', '+1 415 555 0101'],
  ['ana@example.org', 'ana@example.org'],
])('writes %s as %s', (contact, written) => expect(wholeContact(contact)).toBe(written))
