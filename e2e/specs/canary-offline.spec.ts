import { m } from '../../src/i18n/paraglide/messages.js'
import { canaryPatient, typedBy, type CanaryPatient } from '../../test/leak-scan/canary.ts'
import type { KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import {
  searchAround,
  searchAudit,
  searchBrowserMemory,
  searchKioskDisk,
  searchReachable,
} from '../../test/leak-scan/kiosk-search.ts'
import { readSelections } from '../../test/leak-scan/search-window.ts'
import type { Needle } from '../../test/leak-scan/search.ts'
import { onStage } from '../support/canary-stage.ts'
import { goOn, placeOf } from '../support/form-filler.ts'
import {
  goesOnWithout,
  handsOver,
  keepsForms,
  knowsForms,
  typesName,
} from '../support/offline-patient.ts'
import type { Patient } from '../support/patient.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'

const typedText = 'canarykeptofflineqzv'
const isElectron = process.env['FOYER_SHELL'] === 'electron'

/** Is taken in without the network up to the forms, and types into one; the text is selected and copied. */
async function beginsToFill(
  patient: Patient,
  { contact, dateOfBirth, firstName, lastName }: CanaryPatient,
): Promise<Needle[]> {
  const { foyer } = patient
  await knowsForms(foyer)
  await patient.begins()
  await patient.taps(m.kiosk_contact_use_email)
  await patient.types(contact)
  foyer.sandbox.control.switchNetwork('down', true)
  await patient.taps(m.kiosk_contact_send)
  await goesOnWithout(patient)
  await typesName(patient, firstName, lastName)
  await patient.taps(m.kiosk_continue)
  await patient.givesDateOfBirth(dateOfBirth)
  const form = await foyer.form()
  if ((await placeOf(form, 'en')) === 'list') await goOn(form, 'list', 'en')
  const box = form.locator('[data-field] input[type=text]').first()
  await box.fill('')
  await box.pressSequentially(typedText)
  await expect(form.getByText(patient.words(m.forms_saved))).toBeVisible()
  await box.press('ControlOrMeta+a')
  expect(await form.evaluate(`document.execCommand('copy')`)).toBe(true)
  return [
    { name: 'text typed into the form', value: typedText },
    { name: 'address of the capture', value: form.url().split('/').at(-1) ?? '' },
  ]
}

/** What may be found of the patient now, outside of the vault. */
async function leftOf(
  place: KioskPlace,
  foyer: RunningFoyer,
  needles: readonly Needle[],
  since: number,
): Promise<readonly string[]> {
  // By the day of birth the outbox keeps those apart who may be one person: it stays with main.
  const ofMain = needles.filter(({ name }) => name !== 'date of birth')
  return [
    ...(await searchBrowserMemory(foyer, needles)),
    ...(await searchKioskDisk(place, needles, since)),
    ...(await searchAround(foyer, needles)),
    ...(await searchAudit(place, needles)).found,
    ...(isElectron ? [] : await searchReachable(place, foyer, ofMain)),
  ]
}

/** How a visit without the network ends, and whether the kiosk keeps what was given. */
const ends: Readonly<
  Record<string, { keeps: boolean; end: (patient: Patient) => Promise<unknown> }>
> = {
  'start over': {
    keeps: false,
    async end(patient) {
      await patient.taps(m.kiosk_start_over)
      await patient.leavesBy(m.kiosk_again_yes)
    },
  },
  'every form sent to the kiosk': {
    keeps: true,
    async end(patient) {
      await keepsForms(patient)
      await patient.sees(m.kiosk_kept_title)
      await patient.leavesBy(m.kiosk_close)
    },
  },
}

for (const [how, { keeps, end }] of Object.entries(ends))
  test(`nothing of a patient without the network is left in clear: ${how}`, async () => {
    test.setTimeout(300_000)
    const person = canaryPatient(0)
    await onStage(
      [person],
      async ({ place, since, start }) => {
        const { foyer, patient } = await start()
        const given = await beginsToFill(patient, person)
        const all = [...typedBy(person, place.sandbox), ...given]
        expect(await searchBrowserMemory(foyer, all)).not.toEqual([])
        expect(await searchKioskDisk(place, all, since)).toEqual([])
        expect(await searchAround(foyer, all)).toEqual([])
        await end(patient)
        expect(await readSelections(place.screen.display)).toEqual({ clipboard: '', primary: '' })
        expect(await leftOf(place, foyer, all, since)).toEqual([])
        if (!keeps) return
        place.sandbox.control.switchNetwork('down', false)
        await handsOver(foyer)
        expect(await leftOf(place, foyer, all, since)).toEqual([])
      },
      { FOYER_OFFLINE_ENABLED: 'true' },
    )
  })
