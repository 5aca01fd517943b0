import { familyPhone, shortForm, unknownContact } from '../../sandbox/seeds/cases.ts'
import { typesName } from '../support/offline-patient.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { visitOperations } from '../../scripts/desk-operations.ts'
import { expect, test } from '../support/test.ts'
import { given } from '#harness/given.ts'

test('a patient checks in by phone, in English', async ({ foyer, patient }) => {
  const { control } = foyer.sandbox
  const before = control.counts().packets['COMPLETED'] ?? 0
  await patient.provesWith(shortForm, shortForm.phone)
  await patient.fillsInForms()
  await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
  expect(control.counts().packets['COMPLETED']).toBe(before + 1)
  const asked = control.served().map(({ operation }) => operation)
  expect(asked).toEqual(expect.arrayContaining(visitOperations.map(({ id }) => id)))
  await patient.leavesBy(m.kiosk_close)
  expect(foyer.hasForm()).toBe(false)
})

test('a name that nobody of a shared phone has, and an unknown phone, lead to one friendly screen', async ({
  foyer,
  patient,
}) => {
  const texts: string[] = []
  for (const contact of [familyPhone.phone, unknownContact.phone]) {
    await patient.begins()
    await patient.givesContact(contact)
    await patient.givesCode(contact)
    if (contact === familyPhone.phone) {
      await typesName(patient, 'Nobody', 'Kim', m.kiosk_name_shared_title)
      await patient.taps(m.kiosk_continue)
    }
    const kiosk = await patient.sees(given(m.kiosk_message_title, { screen: 'askStaff' }))
    texts.push((await kiosk.locator('body').innerText()).replace(/\d+/g, '#'))
    await patient.leavesBy(m.kiosk_close)
  }
  expect(texts[0]).toBe(texts[1])
  const reasons = foyer.log.filter((line) => line.includes('staffNeeded'))
  expect(reasons.join()).toMatch(/severalMatches|conflictingMatches/)
  expect(reasons.join()).toMatch(/noMatch|notFound/)
})

test('two wrong dates of birth lead to a person, and show nothing of the record', async ({
  foyer,
  patient,
  person,
}) => {
  await patient.provesWith({ dateOfBirth: '1977-07-07' }, person.phone)
  const error = (await foyer.kiosk()).locator('#birth-error')
  await expect(error).toHaveText(patient.words(m.kiosk_birth_not_matched_last))
  await patient.givesDateOfBirth('1977-07-08')
  const kiosk = await patient.sees(given(m.kiosk_message_title, { screen: 'askStaff' }))
  for (const known of [person.firstName, person.lastName, person.dateOfBirth])
    expect(await kiosk.content()).not.toContain(known)
  expect(foyer.hasForm()).toBe(false)
})
