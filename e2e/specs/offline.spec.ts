import { onePacket } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { fillPage, goOn, placeOf } from '../support/form-filler.ts'
import {
  goesOnWithout,
  handsOver,
  keepsForms,
  knowsForms,
  typesName,
} from '../support/offline-patient.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import type { Patient } from '../support/patient.ts'
import { expect, test } from '../support/test.ts'

test.use({ options: { environment: { FOYER_OFFLINE_ENABLED: 'true' } } })
// The kiosk reads ahead first, and an outage is waited for.
test.describe.configure({ timeout: 300_000 })

/** How many packets the sandbox has. */
const packetsIn = (control: RunningFoyer['sandbox']['control']) =>
  Object.values(control.counts().packets).reduce((sum, each) => sum + each, 0)

/** The kiosk knows the forms; the network goes while the number is typed, and the patient goes on without it. */
async function losesNetwork(patient: Patient): Promise<void> {
  const { foyer } = patient
  await knowsForms(foyer)
  await patient.begins()
  await patient.types(onePacket.phone.replace(/^\+1/, ''))
  foyer.sandbox.control.addFault({ cut: true })
  await patient.taps(m.kiosk_contact_send)
  await goesOnWithout(patient)
}

async function givesName(patient: Patient, first: string, last: string): Promise<void> {
  await typesName(patient, first, last)
  await patient.taps(m.kiosk_continue)
}

test('a patient is taken in without the network, and the clinic has it once it is back', async ({
  foyer,
  patient,
}) => {
  const { control } = foyer.sandbox
  const packetsBefore = packetsIn(control)
  await losesNetwork(patient)
  await givesName(patient, onePacket.firstName, onePacket.lastName)
  await patient.givesDateOfBirth(onePacket.dateOfBirth)
  await keepsForms(patient)
  await patient.sees(m.kiosk_kept_title)
  await patient.leavesBy(m.kiosk_close)
  expect(foyer.hasForm()).toBe(false)
  control.clearFaults()
  await handsOver(foyer)
  expect(packetsIn(control)).toBe(packetsBefore + 1)
  for (const secret of [onePacket.lastName, onePacket.phone])
    expect(foyer.log.join('\n')).not.toContain(secret)
})

test('who starts over without the network leaves nothing', async ({ foyer, patient }) => {
  await losesNetwork(patient)
  await givesName(patient, 'Nobody', 'Known')
  await patient.givesDateOfBirth('1990-01-02')
  await foyer.form()
  await patient.taps(m.kiosk_start_over)
  await patient.sees(m.kiosk_again_title)
  await patient.leavesBy(m.kiosk_again_yes)
  expect(foyer.log.join('\n')).toContain('intakeAbandoned')
  // Who comes now is asked for a name at once: the kiosk knows by now that the service cannot be reached.
  await patient.begins()
  await patient.sees(m.kiosk_name_title)
})

/** In the service's own form, of which a page is filled in and sent; then the network goes. */
async function losesNetworkInForm(patient: Patient): Promise<void> {
  const { foyer } = patient
  await knowsForms(foyer)
  await patient.provesWith(onePacket, onePacket.phone)
  const form = await foyer.form()
  while ((await placeOf(form, patient.locale)) === 'list') await goOn(form, 'list', patient.locale)
  await fillPage(form)
  await form.getByText(m.forms_saved({}, { locale: patient.locale })).waitFor()
  for (const on of ['api', 'pages'] as const) foyer.sandbox.control.addFault({ cut: true, on })
  const kiosk = await foyer.kiosk()
  await patient.heading(kiosk, m.kiosk_cutoff_title).waitFor({ timeout: 60_000 })
}

test('a form that is cut off is told of, and opens again by itself', async ({ foyer, patient }) => {
  const before = foyer.sandbox.control.counts().packets['COMPLETED'] ?? 0
  await losesNetworkInForm(patient)
  const lost = await foyer.form()
  foyer.sandbox.control.clearFaults()
  await expect.poll(() => lost.isClosed(), { timeout: 60_000 }).toBe(true)
  await patient.fillsInForms()
  await patient.sees(m.kiosk_finished_title)
  expect(foyer.sandbox.control.counts().packets['COMPLETED']).toBe(before + 1)
  await patient.leavesBy(m.kiosk_close)
})

test('who does not wait for the form goes on without it, and is not asked again', async ({
  foyer,
  patient,
}) => {
  await losesNetworkInForm(patient)
  const lost = await foyer.form()
  const kiosk = await foyer.kiosk()
  const offer = kiosk.getByRole('button', { name: patient.words(m.kiosk_unavailable_offline) })
  await offer.waitFor({ timeout: 30_000 })
  await offer.click()
  await givesName(patient, onePacket.firstName, onePacket.lastName)
  await expect.poll(() => lost.isClosed(), { timeout: 60_000 }).toBe(true)
  await keepsForms(patient)
  await patient.sees(m.kiosk_kept_title)
  await patient.leavesBy(m.kiosk_close)
})
