// Drives the real kiosk through a whole visit as a patient would, and keeps a picture of every screen.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillForeignForms } from './support/foreign-filler.ts'
import { Patient } from './support/patient.ts'
import { startFoyer } from './support/running-foyer.ts'
import { onePacket } from '../sandbox/seeds/cases.ts'
import { m } from '../src/i18n/paraglide/messages.js'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1080x1920' },
    language: { type: 'string', default: 'en' },
    page: { type: 'string', default: 'sandbox' },
  },
})
const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(values.size) ?? []
if (!width || !height || (values.language !== 'en' && values.language !== 'es')) {
  console.error('foyer: --size is WIDTHxHEIGHT in px, --language is en or es.')
  process.exit(2)
}
if (values.page !== 'sandbox' && values.page !== 'foreign') {
  console.error('foyer: --page is sandbox or foreign.')
  process.exit(2)
}
const { language } = values
const isForeign = values.page === 'foreign'

const name = [values.size, language, ...(isForeign ? ['foreign'] : [])].join('-')
const folder = join(import.meta.dirname, '..', 'out', 'walkthrough', name)
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })

const startedAt = performance.now()
let pictures = 0
const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`
const say = (text: string) => console.log(`${seconds()}  ${text}`)

const foyer = await startFoyer({
  size: { width: Number(width), height: Number(height) },
  ...(isForeign && { foreign: '/spa' }),
})
const patient = new Patient(foyer)
const person = onePacket

/** Says what is on the screen now, and keeps a picture of the whole screen: both windows, as a person sees them. */
async function step(text: string, name: string) {
  const number = String(++pictures).padStart(2, '0')
  await writeFile(join(folder, `${number}-${name}.png`), await foyer.picture())
  say(text)
}

const completed = () => foyer.sandbox.control.counts().packets['COMPLETED'] ?? 0
const before = completed()
try {
  console.log(
    `foyer: a made-up patient checks in (${values.size}, ${language}, ${foyer.shell} shell)\n`,
  )
  await patient.sees(m.kiosk_welcome_title)
  await step('the kiosk welcomes the patient', 'welcome')
  await patient.begins(language)
  await patient.sees(m.kiosk_contact_title_sms)
  await step('asks for a phone number', 'contact')
  await patient.types(person.phone.replace(/^\+1/, ''))
  await step('the patient types it on the screen', 'contact-typed')
  await patient.taps(m.kiosk_contact_send)
  await patient.sees(m.kiosk_code_title)
  await step('a code was sent; the patient looks at the phone (the pretend inbox)', 'code')
  await patient.types(patient.codeFor(person.phone))
  await step('types the code', 'code-typed')
  await patient.taps(m.kiosk_continue)
  await patient.sees(m.kiosk_birth_title)
  await step('asks for the date of birth', 'date-of-birth')
  await patient.typesDateOfBirth(person.dateOfBirth)
  await step('the patient gives it', 'date-of-birth-typed')
  await patient.taps(m.kiosk_continue)
  const form = await foyer.form()
  await form.getByRole('heading').first().waitFor()
  await patient.taps(m.kiosk_help)
  await patient.sees(m.kiosk_help_title)
  await step('help is one tap away, over the form too', 'help')
  await patient.comesBackFromHelp(person.dateOfBirth)
  const onPage = (place: string) => step(`in the form: ${place}`, place.replaceAll(' ', '-'))
  await (isForeign ? fillForeignForms(form, onPage) : patient.fillsInForms(onPage))
  await patient.sees(m.kiosk_finished_title)
  await step('the service says that the packet is complete', 'finished')
  await patient.leavesBy(m.kiosk_close)
  await step('the kiosk is clean, and welcomes the next patient', 'clean')

  if (completed() !== before + 1)
    throw new Error('the service does not hold the packet as completed')
  if (foyer.hasForm()) throw new Error('a form view is still open')
  console.log(`\nfoyer: checked in. ${pictures} pictures in ${folder}`)
} catch (error) {
  await step('here it went wrong', 'failed').catch(() => undefined)
  console.error(error instanceof Error ? error.message : error)
  console.error(foyer.log.slice(-10).join('\n'))
  process.exitCode = 1
} finally {
  await foyer.stop()
}
