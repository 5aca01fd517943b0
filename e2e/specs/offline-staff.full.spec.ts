import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataFolder } from '../../scripts/app-process.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import {
  goesOnWithout,
  handsOver,
  knowsForms,
  leavesThemThere,
  saysWhoTheyAre,
} from '../support/offline-patient.ts'
import { words } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'
import { given } from '../../test/harness/given.ts'

// The network goes and comes back, and staff look at all that is kept.
test.describe.configure({ timeout: 300_000 })

test.use({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads it
  options: async ({}, use) => {
    const folder = await makeDataFolder('foyer-pdf-')
    await use({ environment: { FOYER_OFFLINE_PDF_FOLDER: folder } })
    await rm(folder, { recursive: true, force: true })
  },
})

test('staff settle what a patient gave without the network: they read it, keep a PDF, and create the patient', async ({
  kiosk: { foyer, place },
  patient,
  staff,
}) => {
  const { control } = place.sandbox
  await knowsForms(foyer)
  await patient.begins()
  control.addFault({ cut: true })
  await patient.givesContact('+14155550177')
  await goesOnWithout(patient)
  const stranger = { firstName: 'Wilhelmina', lastName: 'Quast', dateOfBirth: '1961-05-04' }
  await saysWhoTheyAre(patient, stranger)
  await leavesThemThere(patient)
  control.clearFaults()
  await expect.poll(() => foyer.log.join('\n'), { timeout: 120_000 }).toContain('"noMatch"')

  await staff.enters(place.environment['FOYER_STAFF_PIN'] ?? '')
  await staff.taps(given(m.staff_page, { page: 'intakes' }))
  const list = await staff.sees(given(m.staff_page, { page: 'intakes' }))
  await expect(list.getByRole('heading', { name: words(m.staff_intakes_person) })).toBeVisible()
  expect(await list.locator('main').innerText()).not.toContain('Quast')
  await list.getByRole('button', { name: /^Open: / }).click()
  const page = await foyer.kiosk()
  await page.getByText('Wilhelmina Quast').waitFor()
  await staff.taps(given(m.staff_intake_act, { act: 'read' }))
  await page.getByText(patient.answer).first().waitFor()
  await staff.taps(given(m.staff_intake_act, { act: 'pdf' }))
  const folder = place.environment['FOYER_OFFLINE_PDF_FOLDER'] ?? ''
  await page.getByText(folder).waitFor()
  const [file = ''] = readdirSync(folder)
  expect(readFileSync(join(folder, file)).subarray(0, 5).toString()).toBe('%PDF-')

  await staff.taps(given(m.staff_intake_act, { act: 'createPatient' }))
  await staff.taps(given(m.staff_intake_ask_yes, { act: 'createPatient' }))
  await handsOver(foyer)
  await staff.locks(m.kiosk_welcome_title)
  expect(foyer.log.join('\n')).not.toContain('Quast')
})
