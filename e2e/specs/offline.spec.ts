import { m } from '../../src/i18n/paraglide/messages.js'
import {
  goesOnWithout,
  handsOver,
  knowsForms,
  leavesThemThere,
  saysWhoTheyAre,
} from '../support/offline-patient.ts'
import { startFoyerIn, type RunningFoyer } from '../support/running-foyer.ts'
import type { Patient } from '../support/patient.ts'
import type { Person } from '../support/test-kiosk.ts'
import { expect, test } from '../support/test.ts'

// The kiosk reads ahead first, and an outage is waited for.
test.describe.configure({ timeout: 300_000 })

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

test('a patient is taken in without the network, and the clinic has it once it is back, whatever ended the kiosk meanwhile', async ({
  kiosk: { foyer, place },
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
  await foyer.kill('tree')
  const next = await startFoyerIn(place)
  try {
    control.clearFaults()
    await handsOver(next)
  } finally {
    await next.stop()
  }
  // The packet that waits for them is filled, and no other is made beside it.
  expect(packetsIn(control)).toBe(packetsBefore)
  const asked = control
    .served()
    .slice(servedBefore)
    .map(({ operation }) => operation)
  expect(asked).toContain('partner.formPackets.prefill')
  expect(asked).not.toContain('partner.formPackets.create')
  for (const secret of [person.lastName, person.phone])
    expect([...foyer.log, ...next.log].join('\n')).not.toContain(secret)
})
