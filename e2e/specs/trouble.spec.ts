import { m } from '../../src/i18n/paraglide/messages.js'
import { expect, test } from '../support/test.ts'

test('the visit waits while the service is down, goes on when it is back, and is forgotten by "start over"', async ({
  foyer,
  patient,
  person,
}) => {
  await patient.begins()
  await patient.givesContact(person.phone)
  await patient.sees(m.kiosk_code_title)
  const code = patient.codeFor(person.phone)
  foyer.sandbox.control.addFault({ cut: true })
  await patient.types(code)
  await patient.sees(m.kiosk_unavailable_title)
  foyer.sandbox.control.clearFaults()
  // Nobody knows if the code arrived, so the patient is asked for it again; it is not sent twice blindly.
  await patient.givesCode(person.phone)
  await patient.givesDateOfBirth(person.dateOfBirth)
  await foyer.form()
  await patient.taps(m.kiosk_start_over)
  await patient.sees(m.kiosk_again_title)
  const kiosk = await patient.leavesBy(m.kiosk_again_yes)
  expect(foyer.hasForm()).toBe(false)
  await expect(kiosk.getByText(person.firstName)).toHaveCount(0)
})
