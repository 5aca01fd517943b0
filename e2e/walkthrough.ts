// Drives the real kiosk through a whole visit as a patient would, and keeps a picture of every screen.
import { parseArgs } from 'node:util'
import { arrivals, onePacket } from '../sandbox/seeds/cases.ts'
import { m } from '../src/i18n/paraglide/messages.js'
import {
  goesOnWithout,
  handsOver,
  keepsForms,
  knowsForms,
  saysWhoTheyAre,
} from './support/offline-patient.ts'
import { Patient } from './support/patient.ts'
import { walkThrough, type Step } from './support/picture-steps.ts'
import type { RunningFoyer } from './support/running-foyer.ts'
import { given } from '#harness/given.ts'

/** A patient of whose every screen, and of all that they type there, a picture is kept. */
class PicturedPatient extends Patient {
  readonly step: Step

  constructor(foyer: RunningFoyer, step: Step) {
    super(foyer)
    this.step = step
  }

  override async sees(message: Parameters<Patient['sees']>[0]) {
    const kiosk = await super.sees(message)
    await this.step(this.words(message), message.name.replace(/^kiosk_/, '').replaceAll('_', '-'))
    return kiosk
  }

  override async types(text: string): Promise<void> {
    await super.types(text)
    await this.step('the patient types on the screen', 'typed')
  }

  readonly onPage = (place: string) =>
    this.step(`in the form: ${place}`, place.replaceAll(' ', '-'))
}

async function walkOnline(patient: PicturedPatient, language: Patient['locale']): Promise<void> {
  const { foyer, step } = patient
  const completed = () => foyer.sandbox.control.counts().packets['COMPLETED'] ?? 0
  const before = completed()
  const comer = arrivals.due
  await patient.provesWith(comer, comer.phone, language)
  await (await foyer.kiosk()).locator('.kiosk.arrival').waitFor()
  await step('tells the patient of their appointment of today', 'arrival')
  await patient.taps(m.kiosk_arrival_yes)
  const form = await foyer.form()
  await form.getByRole('heading').first().waitFor()
  await patient.taps(m.kiosk_help)
  await patient.sees(given(m.kiosk_help_heard_title, { heard: 'nobody' }))
  await patient.comesBackFromHelp(comer.dateOfBirth)
  await patient.fillsInForms(patient.onPage)
  await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
  await patient.leavesBy(m.kiosk_close)
  if (completed() !== before + 1)
    throw new Error('the service does not hold the packet as completed')
}

async function walkOffline(patient: PicturedPatient, language: Patient['locale']): Promise<void> {
  const { foyer, step } = patient
  const { control } = foyer.sandbox
  await knowsForms(foyer)
  await patient.begins(language)
  await patient.types(onePacket.phone.replace(/^\+1/, ''))
  control.switchNetwork('down', true)
  await patient.taps(m.kiosk_contact_send)
  await goesOnWithout(patient)
  await saysWhoTheyAre(patient, onePacket)
  await keepsForms(patient, patient.onPage)
  await patient.sees(given(m.kiosk_finished_title, { kind: 'kept' }))
  await patient.leavesBy(m.kiosk_close)
  control.switchNetwork('down', false)
  await handsOver(foyer)
  await step('the network is back: the clinic has the answers', 'handed-over')
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1080x1920' },
    language: { type: 'string', default: 'en' },
    offline: { type: 'boolean', default: false },
  },
})
const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(values.size) ?? []
if (!width || !height || (values.language !== 'en' && values.language !== 'es')) {
  console.error('foyer: --size is WIDTHxHEIGHT in px, --language is en or es.')
  process.exit(2)
}
const { language, offline } = values

await walkThrough({
  name: [values.size, language, ...(offline ? ['offline'] : [])].join('-'),
  options: {
    size: { width: Number(width), height: Number(height) },
    ...(offline && {
      environment: { FOYER_OFFLINE_ENABLED: 'true', FOYER_OFFLINE_UNPROVED: 'deliver' },
    }),
  },
  about: (shell) =>
    `a made-up patient checks in (${values.size}, ${language}, ${shell} shell${offline ? ', the network goes' : ''})`,
  done: 'checked in',
  async walk(foyer, step) {
    const patient = new PicturedPatient(foyer, step)
    if (offline) await walkOffline(patient, language)
    else await walkOnline(patient, language)
    if (foyer.hasForm()) throw new Error('a form view is still open')
  },
})
