import { m } from '../../src/i18n/paraglide/messages.js'
import type { Locale } from '../../src/shared/ipc.ts'
import { arrivals, onePacket } from '../../sandbox/seeds/cases.ts'
import { fillForeignForms } from './foreign-filler.ts'
import { goesOnWithout, handsOver, keepsForms, knowsForms, typesName } from './offline-patient.ts'
import type { Patient } from './patient.ts'
import { openRecords } from './service-records.ts'

/** Says what is on the screen now, and keeps a picture of it under this name. */
export type Step = (text: string, name: string) => Promise<void>

const person = onePacket
const onPageOf = (step: Step) => (place: string) =>
  step(`in the form: ${place}`, place.replaceAll(' ', '-'))

/** From the first screen until a phone number stands there. */
async function typesContact(
  patient: Patient,
  step: Step,
  language: Locale,
  { phone }: Pick<typeof onePacket, 'phone'> = onePacket,
): Promise<void> {
  await patient.sees(m.kiosk_welcome_title)
  await step('the kiosk welcomes the patient', 'welcome')
  await patient.begins(language)
  await patient.sees(m.kiosk_contact_title_sms)
  await step('asks for a phone number', 'contact')
  await patient.types(phone.replace(/^\+1/, ''))
  await step('the patient types it on the screen', 'contact-typed')
}

async function givesBirth(
  patient: Patient,
  step: Step,
  { dateOfBirth }: Pick<typeof onePacket, 'dateOfBirth'> = onePacket,
): Promise<void> {
  await patient.sees(m.kiosk_birth_title)
  await step('asks for the date of birth', 'date-of-birth')
  await patient.typesDateOfBirth(dateOfBirth)
  await step('the patient gives it', 'date-of-birth-typed')
  await patient.taps(m.kiosk_continue)
}

/** A whole visit, up to forms that the service has; `isForeign`: they are on a vendor's page. */
export async function walkOnline(
  patient: Patient,
  step: Step,
  { language, isForeign }: { readonly language: Locale; readonly isForeign: boolean },
): Promise<void> {
  const { foyer } = patient
  const completed = () => foyer.sandbox.control.counts().packets['COMPLETED'] ?? 0
  const before = completed()
  const comer = arrivals.due
  await typesContact(patient, step, language, comer)
  await patient.taps(m.kiosk_contact_send)
  await patient.sees(m.kiosk_code_title)
  await step('a code was sent; the patient looks at the phone (the pretend inbox)', 'code')
  const code = patient.codeFor(comer.phone)
  await patient.types(code.slice(0, -1))
  await step('types the code, and the kiosk goes on after its last number', 'code-typed')
  await patient.types(code.slice(-1))
  await givesBirth(patient, step, comer)
  const kiosk = await foyer.kiosk()
  await kiosk.locator('.kiosk.arrival').waitFor()
  await step('tells the patient of their appointment of today', 'arrival')
  await patient.taps(m.kiosk_arrival_yes)
  const form = await foyer.form()
  await form.getByRole('heading').first().waitFor()
  await patient.taps(m.kiosk_help)
  await patient.sees(m.kiosk_help_title)
  await step('help is one tap away, over the form too', 'help')
  await patient.comesBackFromHelp(comer.dateOfBirth)
  const onPage = onPageOf(step)
  await (isForeign ? fillForeignForms(form, onPage) : patient.fillsInForms(onPage))
  await patient.sees(m.kiosk_finished_title)
  await step('the service says that the packet is complete', 'finished')
  await patient.leavesBy(m.kiosk_close)
  await step('the kiosk is clean, and welcomes the next patient', 'clean')
  if (completed() !== before + 1)
    throw new Error('the service does not hold the packet as completed')
}

/** A visit during which the network goes, and what the service holds once it is back. */
export async function walkOffline(
  patient: Patient,
  step: Step,
  { language }: { readonly language: Locale },
): Promise<void> {
  const { foyer } = patient
  const { control } = foyer.sandbox
  const records = openRecords(foyer.sandbox)
  try {
    const before = await records.packetsOf(person.id)
    await patient.sees(m.kiosk_welcome_title)
    await knowsForms(foyer)
    await typesContact(patient, step, language)
    control.switchNetwork('down', true)
    await patient.taps(m.kiosk_contact_send)
    const kiosk = await patient.sees(m.kiosk_unavailable_title)
    const offer = kiosk.getByRole('button', { name: patient.words(m.kiosk_unavailable_offline) })
    await offer.waitFor({ timeout: 60_000 })
    await step('the network is gone; the patient can go on without it', 'network-gone')
    await goesOnWithout(patient)
    await patient.sees(m.kiosk_name_title)
    await step('asks for the name', 'name')
    await typesName(patient, person.firstName, person.lastName)
    await step('the patient gives it', 'name-typed')
    await patient.taps(m.kiosk_continue)
    await givesBirth(patient, step)
    await keepsForms(patient, onPageOf(step))
    await patient.sees(m.kiosk_kept_title)
    await step('the kiosk has kept all of it', 'kept')
    await patient.leavesBy(m.kiosk_close)
    await step('the kiosk is clean, and welcomes the next patient', 'clean')
    control.switchNetwork('down', false)
    await handsOver(foyer)
    const known = new Set(before.map(({ id }) => id))
    const [made, ...others] = (await records.packetsOf(person.id)).filter(
      ({ id }) => !known.has(id),
    )
    if (!made || others.length > 0) throw new Error('the service does not hold one packet more')
    if (made.answers['reason_for_visit'] !== 'A sore knee')
      throw new Error('the packet does not hold what the patient answered')
    const count = Object.keys(made.answers).length
    await step(
      `the network is back: the clinic has the packet, ${count} answers in it`,
      'handed-over',
    )
  } finally {
    await records.close()
  }
}
