import { m } from '../../src/i18n/paraglide/messages.js'
import type { MorningPatient } from './morning-people.ts'
import { goesOnWithout, leavesThemThere, saysWhoTheyAre } from './offline-patient.ts'
import type { Patient } from './patient.ts'
import { given } from '../../test/harness/given.ts'

/** Checks in by phone for the visit of today; `fillIn` does what comes then. */
export async function checksIn(
  patient: Patient,
  person: MorningPatient,
  fillIn?: () => Promise<void>,
): Promise<void> {
  await patient.provesWith(person, person.phone)
  await patient.taps(m.kiosk_arrival_yes)
  await fillIn?.()
  await patient.sees(
    fillIn ? given(m.kiosk_finished_title, { kind: 'complete' }) : m.kiosk_arrival_checked_in,
  )
  await patient.leavesBy(m.kiosk_close)
}

/** Proves their phone, and is asked for the date of birth. */
export async function provesPhone(patient: Patient, phone: string): Promise<void> {
  await patient.begins()
  await patient.givesContact(phone)
  await patient.givesCode(phone)
  await patient.sees(m.kiosk_birth_title)
}

/** Confirms the visit of today while the network is gone, and does not wait for the rest. */
export async function confirmsOnly(patient: Patient): Promise<void> {
  await patient.taps(m.kiosk_arrival_yes)
  await patient.sees(m.kiosk_unavailable_title)
  await patient.taps(m.kiosk_start_over)
  await patient.leavesBy(m.kiosk_again_yes)
}

/** From the question for the phone on: checks in without the network, and fills in the clinic's forms. */
export async function checksInOffline(patient: Patient, person: MorningPatient): Promise<void> {
  await patient.givesContact(person.phone)
  await goesOnWithout(patient)
  await saysWhoTheyAre(patient, person)
  await leavesThemThere(patient)
}
