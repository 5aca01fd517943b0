import type { Page } from 'playwright-core'
import { Patient } from '../e2e/support/patient.ts'
import { startFoyer } from '../e2e/support/running-foyer.ts'
import { onePacket } from '../sandbox/seeds/cases.ts'
import { m } from '../src/i18n/paraglide/messages.js'
import type { BenchRow } from './row.ts'
import { given } from '../test/harness/given.ts'

/** Counted by this same script before the patient's way was shortened. */
const before = { commit: '9807a44', taps: 50 }

/** Counts touches of the page from now on: a key of the screen, a button, a stroke of a signature. Runs in the page. */
const countTouches = `(() => {
  globalThis.taps = 0
  document.addEventListener('pointerdown', () => (globalThis.taps += 1), true)
})()`

/**
 * Counts touches for values that a script fills in: one for the field and each character, two for a list's choice. Runs
 * in the page.
 */
const countFilled = `document.addEventListener('input', ({ target }) => {
  if (target.localName === 'select') globalThis.taps += 2
  else if (!['checkbox', 'radio', 'file'].includes(target.type)) globalThis.taps += 1 + target.value.length
}, true)`

const touches = (page: Page) => page.evaluate<number>('globalThis.taps')

/** Runs the sample visit: one patient, one packet, from the first screen until the end, without a needless touch. */
async function sampleVisit(): Promise<{ readonly kiosk: number; readonly form: number }> {
  const foyer = await startFoyer()
  try {
    const patient = new Patient(foyer)
    const person = onePacket
    const kiosk = await patient.sees(m.kiosk_welcome_title)
    await kiosk.evaluate(countTouches)
    await patient.taps(m.kiosk_welcome_start)
    await patient.givesContact(person.phone)
    await patient.givesCode(person.phone)
    await patient.sees(m.kiosk_birth_title)
    const [year = '', , day = ''] = person.dateOfBirth.split('-')
    await kiosk.getByRole('button', { name: 'March', exact: true }).click()
    await patient.types(`${day}${year}`)
    await patient.taps(m.kiosk_continue)
    const page = await foyer.form()
    await page.getByRole('heading').first().waitFor()
    await page.evaluate(countTouches)
    await page.evaluate(countFilled)
    let form = 0
    await patient.fillsInForms(async (place) => {
      form = await touches(page)
      if (process.env['TAPS_TRACE']) console.error(place, form)
    })
    await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
    // And "close".
    return { kiosk: (await touches(kiosk)) + 1, form }
  } finally {
    await foyer.stop()
  }
}

/** Counts the patient's touches in the sample visit, including keys of the on-screen keyboard. */
export async function benchTaps(): Promise<BenchRow[]> {
  const { kiosk, form } = await sampleVisit()
  const value = kiosk + form
  const ratio = value / before.taps
  return [
    {
      figure: `taps of the sample visit (${kiosk} on the kiosk, ${form} in the forms)`,
      value,
      unit: 'taps',
      beside: [{ name: `before (${before.commit})`, value: before.taps }],
      ratio,
      target: 'at most 0.80 ×',
      met: ratio <= 0.8,
    },
  ]
}
