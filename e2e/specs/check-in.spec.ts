import {
  bothChannels,
  familyPhone,
  halfDone,
  longName,
  noPacket,
  onePacket,
  threePackets,
  unknownContact,
} from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { visitOperations } from '../../src/main/visit/reached-operations.ts'
import { button, fillPage, goOn, placeOf } from '../support/form-filler.ts'
import { expect, test } from '../support/test.ts'

test('a patient checks in by phone, in English', async ({ foyer, patient }) => {
  const before = foyer.sandbox.control.counts().packets['COMPLETED'] ?? 0
  await patient.provesWith(onePacket, onePacket.phone)
  await patient.fillsInForms()
  await patient.sees(m.kiosk_finished_title)
  expect(foyer.sandbox.control.counts().packets['COMPLETED']).toBe(before + 1)
  const asked = foyer.sandbox.control.served().map(({ operation }) => operation)
  expect(asked).toEqual(expect.arrayContaining(visitOperations.map(({ id }) => id)))
  await patient.leavesBy(m.kiosk_close)
  expect(foyer.hasForm()).toBe(false)
})

test('a patient checks in by e-mail, in Spanish, and the next one is greeted in English', async ({
  patient,
}) => {
  await patient.provesWith(longName, longName.email, 'es')
  await patient.fillsInForms()
  await patient.sees(m.kiosk_finished_title)
  await patient.leavesBy(m.kiosk_close)
})

test('a patient with three packets chooses one', async ({ foyer, patient }) => {
  await patient.provesWith(threePackets, threePackets.phone)
  const kiosk = await patient.sees(m.kiosk_choose_title)
  const choices = kiosk.getByRole('list', { name: patient.words(m.kiosk_choose_list) })
  await expect(choices.getByRole('button')).toHaveCount(3)
  await choices.getByRole('button').nth(1).click()
  expect(await placeOf(await foyer.form(), 'en')).not.toBe('done')
})

test('a patient without forms is told so', async ({ patient }) => {
  await patient.provesWith(noPacket, noPacket.phone)
  await patient.sees(m.kiosk_nothing_title)
})

test('a shared phone and an unknown one lead to the same friendly screen', async ({
  foyer,
  patient,
}) => {
  const texts: string[] = []
  for (const contact of [familyPhone.phone, unknownContact.phone]) {
    await patient.begins()
    await patient.givesContact(contact)
    await patient.givesCode(contact)
    const kiosk = await patient.sees(m.kiosk_staff_title)
    texts.push((await kiosk.locator('body').innerText()).replace(/\d+/g, '#'))
    await patient.leavesBy(m.kiosk_close)
  }
  expect(texts[0]).toBe(texts[1])
  const reasons = foyer.log.filter((line) => line.includes('staffNeeded'))
  expect(reasons.join()).toMatch(/severalMatches|conflictingMatches/)
  expect(reasons.join()).toMatch(/noMatch|notFound/)
})

test('a patient leaves half way, and comes back to the same answers', async ({
  foyer,
  patient,
}) => {
  await patient.provesWith(halfDone, halfDone.phone)
  let form = await foyer.form()
  if ((await placeOf(form, 'en')) === 'list') await goOn(form, 'list', 'en')
  await fillPage(form)
  const note = form.locator('[data-field] input[type=text], [data-field] textarea').first()
  await note.fill('Left half way')
  await note.blur()
  await expect(form.getByText(patient.words(m.forms_saved))).toBeVisible()
  const heading = await form.locator('h2').innerText()
  await patient.taps(m.kiosk_completing_stop)
  await patient.sees(m.kiosk_unfinished_title)
  await patient.taps(m.kiosk_unfinished_leave)
  await patient.sees(m.kiosk_saved_title)
  await patient.leavesBy(m.kiosk_close)

  await patient.provesWith(halfDone, halfDone.phone)
  form = await foyer.form()
  if ((await placeOf(form, 'en')) === 'list') await goOn(form, 'list', 'en')
  const back = button(form, [patient.words(m.forms_back)])
  while ((await form.locator('h2').innerText()) !== heading) await back.click()
  await expect(
    form.locator('[data-field] input[type=text], [data-field] textarea').first(),
  ).toHaveValue('Left half way')
})

test.describe('a clinic that wants both channels', () => {
  test.use({ options: { environment: { FOYER_IDENTITY_CHANNELS: 'both' } } })

  test('a patient proves phone and e-mail', async ({ foyer, patient }) => {
    await patient.begins()
    await patient.givesContact(bothChannels.phone)
    await patient.givesCode(bothChannels.phone)
    await patient.sees(m.kiosk_contact_title_email)
    await patient.givesContact(bothChannels.email)
    await patient.givesCode(bothChannels.email)
    await patient.givesDateOfBirth(bothChannels.dateOfBirth)
    expect(await placeOf(await foyer.form(), 'en')).not.toBe('done')
  })
})

test.describe('a clinic that offers its public link', () => {
  test.use({ options: { environment: { FOYER_IDENTITY_NO_MATCH: 'publicLink' } } })

  test('an unknown patient fills in the public forms', async ({ patient }) => {
    await patient.begins()
    await patient.givesContact(unknownContact.phone)
    await patient.givesCode(unknownContact.phone)
    await patient.sees(m.kiosk_public_title)
    await patient.taps(m.kiosk_public_open)
    await patient.fillsInForms()
    await patient.taps(m.kiosk_completing_finish)
    await patient.sees(m.kiosk_closed_title)
  })
})

test.describe('a clinic that creates a packet when none waits', () => {
  test.use({ options: { environment: { FOYER_PACKETS_CREATE_WHEN_NONE: 'true' } } })

  test('the packet opens at once', async ({ foyer, patient }) => {
    await patient.provesWith(noPacket, noPacket.email)
    expect(await placeOf(await foyer.form(), 'en')).not.toBe('done')
  })
})
