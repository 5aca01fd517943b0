import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { makeDataFolder } from '../../scripts/app-process.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { openPlace } from '../../test/leak-scan/kiosk-place.ts'
import {
  goesOnWithout,
  handsOver,
  keepsForms,
  knowsForms,
  typesName,
} from '../support/offline-patient.ts'
import { Patient } from '../support/patient.ts'
import { startFoyerIn } from '../support/running-foyer.ts'
import { StaffMember, words } from '../support/staff.ts'

// The network goes and comes back, and staff look at all that is kept.
test.describe.configure({ timeout: 300_000 })

test('staff settle what a patient gave without the network: they read it, keep a PDF, and create the patient', async () => {
  const folder = await makeDataFolder('foyer-pdf-')
  const place = await openPlace({
    environment: { FOYER_OFFLINE_ENABLED: 'true', FOYER_OFFLINE_PDF_FOLDER: folder },
  })
  const foyer = await startFoyerIn(place)
  try {
    const [patient, staff] = [new Patient(foyer), new StaffMember(foyer)]
    const { control } = place.sandbox
    await knowsForms(foyer)
    await patient.begins()
    control.addFault({ cut: true })
    await patient.givesContact('+14155550177')
    await goesOnWithout(patient)
    await typesName(patient, 'Wilhelmina', 'Quast')
    await patient.taps(m.kiosk_continue)
    await patient.givesDateOfBirth('1961-05-04')
    await keepsForms(patient)
    await patient.sees(m.kiosk_kept_title)
    await patient.leavesBy(m.kiosk_close)
    control.clearFaults()
    await expect.poll(() => foyer.log.join('\n'), { timeout: 120_000 }).toContain('"noMatch"')

    await staff.enters(place.environment['FOYER_STAFF_PIN'] ?? '')
    await staff.taps(m.staff_page_intakes)
    const list = await staff.sees(m.staff_page_intakes)
    await expect(list.getByRole('heading', { name: words(m.staff_intakes_person) })).toBeVisible()
    expect(await list.locator('main').innerText()).not.toContain('Quast')
    await list.getByRole('button', { name: /^Open: / }).click()
    const page = await foyer.kiosk()
    await page.getByText('Wilhelmina Quast').waitFor()
    await staff.taps(m.staff_intake_read)
    await page.getByText('A sore knee').first().waitFor()
    await staff.taps(m.staff_intake_pdf)
    await page.getByText(folder).waitFor()
    const [file = ''] = readdirSync(folder)
    expect(readFileSync(join(folder, file)).subarray(0, 5).toString()).toBe('%PDF-')

    await staff.taps(m.staff_intake_create)
    await staff.taps(m.staff_intake_create_yes)
    await handsOver(foyer)
    await staff.locks(m.kiosk_welcome_title)
    expect(foyer.log.join('\n')).not.toContain('Quast')
  } finally {
    await foyer.stop()
    await place.close()
    await rm(folder, { recursive: true, force: true })
  }
})
