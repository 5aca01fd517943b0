import { expect } from '@playwright/test'
import { m } from '../../src/i18n/paraglide/messages.js'
import { button } from './form-filler.ts'
import type { Patient } from './patient.ts'
import type { RunningFoyer } from './running-foyer.ts'
import { given } from '#harness/given.ts'

/** Waits until the kiosk knows what it needs without the network. */
export async function knowsForms({ log }: RunningFoyer): Promise<void> {
  await expect.poll(() => log.join('\n'), { timeout: 60_000 }).toContain('offlineKnowledgeRead')
}

export async function goesOnWithout(patient: Patient): Promise<void> {
  const kiosk = await patient.sees(m.kiosk_unavailable_title)
  const offer = kiosk.getByRole('button', { name: patient.words(m.kiosk_unavailable_offline) })
  await offer.click({ timeout: 60_000 })
}

/** Gives a name, as a real keyboard types it. */
export async function typesName(
  patient: Patient,
  first: string,
  last: string,
  title = m.kiosk_name_title,
): Promise<void> {
  const kiosk = await patient.sees(title)
  await kiosk
    .getByLabel(patient.words(given(m.kiosk_name_part, { part: 'firstName' })), { exact: true })
    .fill(first)
  await kiosk
    .getByLabel(patient.words(given(m.kiosk_name_part, { part: 'lastName' })), { exact: true })
    .fill(last)
}

/** Gives name and date of birth without the network, and comes to the forms. */
export async function saysWhoTheyAre(
  patient: Patient,
  { firstName, lastName, dateOfBirth }: Named,
): Promise<void> {
  await typesName(patient, firstName, lastName)
  await patient.taps(m.kiosk_continue)
  await patient.givesDateOfBirth(dateOfBirth)
}

/** Fills in the clinic's forms without the network, and leaves once the kiosk has kept them. */
export async function leavesThemThere(patient: Patient): Promise<void> {
  await keepsForms(patient)
  await patient.sees(given(m.kiosk_finished_title, { kind: 'kept' }))
  await patient.leavesBy(m.kiosk_close)
}

type Named = { readonly firstName: string; readonly lastName: string; readonly dateOfBirth: string }

/** Fills in the clinic's forms and sends them to the kiosk; tells `onPage` of each place before it is left. */
export async function keepsForms(
  patient: Patient,
  onPage?: (place: string) => Promise<void>,
): Promise<void> {
  const form = await patient.fillsInUntil('review', onPage)
  await button(form, [m.forms_send({}, { locale: patient.locale })]).click()
}

/** True if a line of the log says that an intake was handed over. */
export const saysHandedOver = (line: string): boolean =>
  ['"intakeStep"', '"check"', '"done"'].every((word) => line.includes(word))

/** Waits until so many intakes were handed over, as the log says. */
export async function handsOver({ log }: Pick<RunningFoyer, 'log'>, intakes = 1): Promise<void> {
  await expect.poll(() => log.filter(saysHandedOver).length, { timeout: 120_000 }).toBe(intakes)
}
