import { m } from '../../src/i18n/paraglide/messages.js'
import { words } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'

test('staff help with a visit and give it back locked, and neither wipes it', async ({
  kiosk,
  staff,
  patient,
  person,
}) => {
  const { foyer, place } = kiosk
  const pin = place.environment['FOYER_STAFF_PIN'] ?? ''
  await patient.provesWith(person, person.contact)
  const form = await foyer.form()
  const page = await foyer.kiosk()
  const used = page.url()
  await patient.taps(m.kiosk_help)
  await patient.taps(m.kiosk_help_close)
  await patient.sees(m.kiosk_locked_title)

  await staff.enters(pin)
  await staff.taps(m.staff_home_visit_help)
  await page.getByText(words(m.kiosk_assisted)).waitFor()
  await staff.taps(m.kiosk_assisted_done)
  await patient.sees(m.kiosk_locked_title)

  await staff.enters(pin)
  await staff.taps(m.staff_lock)
  await patient.givesDateOfBirth(person.dateOfBirth, m.kiosk_locked_title)
  await page.getByRole('button', { name: words(m.kiosk_completing_stop) }).waitFor()
  expect((await foyer.kiosk()).url()).toBe(used)
  expect(form.isClosed()).toBe(false)
  expect(await foyer.form()).toBe(form)
})
