import type { Page } from 'playwright-core'
import { Patient } from '../e2e/support/patient.ts'
import { startFoyer } from '../e2e/support/running-foyer.ts'
import { openRecords } from '../e2e/support/service-records.ts'
import { noPacket, onePacket, type Reachable } from '../sandbox/seeds/cases.ts'
import { m } from '../src/i18n/paraglide/messages.js'
import type { BenchRow } from './row.ts'
import { given } from '../test/harness/given.ts'

/** Counted before what is known was confirmed on one page. */
const before = { commit: '892fc104', all: 62, silent: 17 }

/**
 * Counts touches of the page from now on, and apart those that type: a key of the screen, a month. For values that a
 * script fills in: one for the field and one for each character, two for a list's choice. Runs in the page.
 */
const countTouches = `(() => {
  globalThis.touches = { all: 0, typed: 0 }
  const count = (all, typed) => {
    globalThis.touches.all += all
    globalThis.touches.typed += typed
  }
  document.addEventListener('pointerdown', ({ target }) => {
    count(1, target.closest('.keyboard, .months') ? 1 : 0)
  }, true)
  document.addEventListener('input', ({ target }) => {
    if (target.localName === 'select') count(2, 0)
    else if (target.closest('[data-field]') && !['checkbox', 'radio', 'file'].includes(target.type))
      count(1 + target.value.length, target.value.length)
  }, true)
})()`

interface Touches {
  readonly all: number
  readonly typed: number
}
const touches = (page: Page) => page.evaluate<Touches>('globalThis.touches')

/** Runs a visit from the first screen until the kiosk says that all is done, without a needless touch. */
async function countVisit(
  person: Reachable,
  prepare: (records: ReturnType<typeof openRecords>) => Promise<unknown>,
): Promise<Touches & { readonly form: number }> {
  const foyer = await startFoyer()
  const records = openRecords(foyer.sandbox)
  try {
    await prepare(records)
    const patient = new Patient(foyer)
    const kiosk = await patient.sees(m.kiosk_welcome_title)
    await kiosk.evaluate(countTouches)
    await patient.taps(m.kiosk_welcome_start)
    await patient.givesContact(person.phone)
    await patient.givesCode(person.phone)
    await patient.sees(m.kiosk_birth_title)
    const [year = '', , day = ''] = person.dateOfBirth.split('-')
    const date = new Date(`${person.dateOfBirth}T00:00:00Z`)
    const month = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
    await kiosk.getByRole('button', { name: month, exact: true }).click()
    await patient.types(`${day}${year}`)
    await patient.taps(m.kiosk_continue)
    const page = await foyer.form()
    await page.getByRole('heading').first().waitFor()
    await page.evaluate(countTouches)
    let form: Touches = { all: 0, typed: 0 }
    await patient.fillsInForms(async (place) => {
      form = await touches(page)
      if (process.env['TAPS_TRACE']) console.error(place, form)
    })
    await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
    const { all, typed } = await touches(kiosk)
    return { all: all + form.all, typed: typed + form.typed, form: form.all }
  } finally {
    await records.close()
    await foyer.stop()
  }
}

const rowOf = (
  figure: string,
  { value, most, was }: { value: number; most: number; was?: number },
): BenchRow => ({
  figure,
  value,
  unit: 'taps',
  ...(was && { beside: [{ name: `before (${before.commit})`, value: was }], ratio: value / was }),
  target: `at most ${most}`,
  met: value <= most,
})

/** Counts the patient's touches in two visits, including keys of the on-screen keyboard. */
export async function benchTaps(): Promise<BenchRow[]> {
  const sample = await countVisit(onePacket, async () => {})
  // And "close".
  const all = sample.all + 1
  const known = await countVisit(noPacket, (records) =>
    records.givePacket(noPacket.id, [601, 603], { contact_preference: 'Text message' }),
  )
  return [
    rowOf(`taps of the sample visit (${sample.form} of them in the forms)`, {
      value: all,
      most: 45,
      was: before.all,
    }),
    rowOf('those of them that type nothing', {
      value: all - sample.typed,
      most: Math.floor(before.silent / 2),
      was: before.silent,
    }),
    rowOf('taps that type nothing, of a patient of whom all is known, until it is finished', {
      value: known.all - known.typed,
      most: 10,
    }),
  ]
}
