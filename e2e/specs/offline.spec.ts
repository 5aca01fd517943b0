import { m } from '../../src/i18n/paraglide/messages.js'
import { fillPage, openFirst } from '../support/form-filler.ts'
import {
  goesOnWithout,
  handsOver,
  knowsForms,
  leavesThemThere,
  saysWhoTheyAre,
  typesName,
} from '../support/offline-patient.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import type { Patient } from '../support/patient.ts'
import type { Person } from '../support/shared-kiosk.ts'
import { expect, test } from '../support/test.ts'
import { given } from '../../test/harness/given.ts'

// The kiosk reads ahead first, and an outage is waited for.
test.describe.configure({ timeout: 300_000 })

/** Number of the sandbox's packets. */
const packetsIn = (control: RunningFoyer['sandbox']['control']) =>
  Object.values(control.counts().packets).reduce((sum, each) => sum + each, 0)

/** The kiosk knows the forms; the network goes while the number is typed, and the patient goes on without it. */
async function losesNetwork(patient: Patient, { phone }: Person): Promise<void> {
  const { foyer } = patient
  await knowsForms(foyer)
  await patient.begins()
  await patient.types(phone.replace(/^\+1/, ''))
  foyer.sandbox.control.addFault({ cut: true })
  await patient.taps(m.kiosk_contact_send)
  await goesOnWithout(patient)
}

test('a patient is taken in without the network, and the clinic has it once it is back', async ({
  foyer,
  patient,
  person,
}) => {
  const { control } = foyer.sandbox
  const packetsBefore = packetsIn(control)
  const servedBefore = control.served().length
  await losesNetwork(patient, person)
  await saysWhoTheyAre(patient, person)
  await leavesThemThere(patient)
  expect(foyer.hasForm()).toBe(false)
  control.clearFaults()
  await handsOver(foyer)
  // The packet that waits for them is filled, and no other is made beside it.
  expect(packetsIn(control)).toBe(packetsBefore)
  const asked = control
    .served()
    .slice(servedBefore)
    .map(({ operation }) => operation)
  expect(asked).toContain('partner.formPackets.prefill')
  expect(asked).not.toContain('partner.formPackets.create')
  for (const secret of [person.lastName, person.phone])
    expect(foyer.log.join('\n')).not.toContain(secret)
})

/** In the service's own form, of which a page is filled in and sent; then the network goes. */
async function losesNetworkInForm(patient: Patient, person: Person): Promise<void> {
  const { foyer } = patient
  await knowsForms(foyer)
  await patient.provesWith(person, person.phone)
  const form = await openFirst(await foyer.form())
  await fillPage(form, patient.answer)
  await form.getByText(m.forms_saved({}, { locale: patient.locale })).waitFor()
  for (const on of ['api', 'pages'] as const) foyer.sandbox.control.addFault({ cut: true, on })
  const kiosk = await foyer.kiosk()
  await patient.heading(kiosk, m.kiosk_cutoff_title).waitFor({ timeout: 60_000 })
}

test(
  'a form that is cut off is told of, and opens again by itself',
  { tag: '@full' },
  async ({ foyer, patient, person }) => {
    const before = foyer.sandbox.control.counts().packets['COMPLETED'] ?? 0
    await losesNetworkInForm(patient, person)
    const lost = await foyer.form()
    foyer.sandbox.control.clearFaults()
    await expect.poll(() => lost.isClosed(), { timeout: 60_000 }).toBe(true)
    await patient.fillsInForms()
    await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
    expect(foyer.sandbox.control.counts().packets['COMPLETED']).toBe(before + 1)
    await patient.leavesBy(m.kiosk_close)
  },
)

test(
  'who does not wait for the form goes on without it, and is not asked again',
  { tag: '@full' },
  async ({ foyer, patient, person }) => {
    await losesNetworkInForm(patient, person)
    const lost = await foyer.form()
    const kiosk = await foyer.kiosk()
    const offer = kiosk.getByRole('button', { name: patient.words(m.kiosk_unavailable_offline) })
    await offer.waitFor({ timeout: 30_000 })
    await offer.click()
    await typesName(patient, person.firstName, person.lastName)
    await patient.taps(m.kiosk_continue)
    await expect.poll(() => lost.isClosed(), { timeout: 60_000 }).toBe(true)
    await leavesThemThere(patient)
  },
)
