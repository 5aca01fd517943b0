import { expect } from '@playwright/test'
import type { Locator, Page } from 'playwright-core'
import { oneTouch } from '../e2e/support/form-filler.ts'
import { Patient } from '../e2e/support/patient.ts'
import { startFoyer } from '../e2e/support/running-foyer.ts'
import { openRecords } from '../e2e/support/service-records.ts'
import { noPacket, onePacket, type Reachable } from '../sandbox/seeds/cases.ts'
import { m } from '../src/i18n/paraglide/messages.js'
import type { BenchRow } from './row.ts'
import { given } from '#harness/given.ts'

/** Counted before what is known was confirmed on one page, for the same answers: "Penicillin" is a letter shorter. */
const before = { commit: '892fc104', all: 60, silent: 16 }

/** Purposes of a touch: it types a character, answers a question, opens a field, or goes on. */
type Purpose = 'types' | 'answers' | 'opens' | 'goes on'

interface Touch {
  readonly at: number
  readonly screen: string
  readonly on: string
  readonly purpose: Purpose
}

/**
 * Notes each touch of the page from now on. For values that a script fills in: one for each character, and one for the
 * field, unless the page itself has just moved the focus there. Runs in the page.
 */
const noteTouches = `(() => {
  globalThis.touches = []
  const screen = () => document.querySelector('article.form h2, h1')?.textContent.trim() ?? ''
  const labelOf = (target) =>
    (target.closest('[data-field]')?.querySelector('legend, label') ??
      target.closest('button, label, .box') ?? target).textContent.trim().replace(/\\s+/g, ' ')
  const note = (target, purpose) =>
    touches.push({ at: Date.now(), screen: screen(), on: labelOf(target), purpose })
  let focused = null
  let isTaken = false
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function (options) {
    focused = this
    focus.call(this, options)
  }
  document.addEventListener('pointerdown', ({ target }) => {
    focused = null
    isTaken = target.matches('.foyer-suggestions')
    const isKey = isTaken || target.closest('.keyboard, .months')
    note(target, isKey ? 'types' : target.closest('[data-field]') ? 'answers' : 'goes on')
  }, true)
  document.addEventListener('input', ({ target }) => {
    if (isTaken || !target.closest('[data-field]') || ['checkbox', 'radio', 'file'].includes(target.type)) return
    if (target !== focused) note(target, 'opens')
    focused = null
    if (target.localName === 'select') note(target, 'answers')
    else for (const _ of target.value) note(target, 'types')
  }, true)
})()`

/** A patient who takes the shortest way that the screen offers: the area code's key and offered words. */
class QuickPatient extends Patient {
  override async givesContact(phone: string): Promise<void> {
    const [code = '', rest = ''] = phone.replace('+1', '').split(/(?<=^\d{3})/)
    await this.taps(given(m.keyboard_area_code, { code }))
    await super.givesContact(rest)
  }

  override async fillsPage(form: Page): Promise<void> {
    if (await oneTouch(form).count()) return
    const open = '[data-field]:has([type=radio]):not(:has(.optional, :checked))'
    for (const choice of await form.locator(open).all())
      await choice.locator('[type=radio]').first().click()
    for (const line of await form.locator('input[list]').all())
      if ((await line.inputValue()) === '') await takeOffered(line)
    return super.fillsPage(form)
  }
}

/** Types a "P" and takes the first word that the page offers for it. */
async function takeOffered(line: Locator): Promise<void> {
  await line.fill('P')
  await line
    .page()
    .locator('.foyer-suggestions')
    .click({ position: { x: 30, y: 24 } })
  await expect(line).toHaveValue('Penicillin')
}

const touchesOn = (page: Page) => page.evaluate<Touch[]>('globalThis.touches')
const isSilent = ({ purpose }: Touch) => purpose !== 'types'

/** Writes touches as lines, those in a row for the same purpose as one. */
function linesOf(touches: readonly Touch[]): string[] {
  const rows: { touch: Touch; count: number }[] = []
  for (const touch of touches) {
    const last = rows.at(-1)
    const isSame =
      last?.touch.screen === touch.screen &&
      last.touch.purpose === touch.purpose &&
      (touch.purpose === 'types' || last.touch.on === touch.on)
    if (last && isSame) last.count += 1
    else rows.push({ touch, count: 1 })
  }
  return rows.map(({ touch: { screen, on, purpose }, count }) =>
    [String(count).padStart(2), purpose, screen, ...(purpose === 'types' ? [] : [on])].join('  '),
  )
}

/** Runs a visit from the first screen until the kiosk says that all is done, without a needless touch. */
async function countVisit(
  person: Reachable,
  prepare: (records: ReturnType<typeof openRecords>) => Promise<unknown>,
): Promise<{ readonly all: readonly Touch[]; readonly form: number }> {
  const foyer = await startFoyer()
  const records = openRecords(foyer.sandbox)
  try {
    await prepare(records)
    const patient = new QuickPatient(foyer)
    const kiosk = await patient.sees(m.kiosk_welcome_title)
    await kiosk.evaluate(noteTouches)
    await patient.taps(m.kiosk_welcome_start)
    await patient.givesContact(person.phone)
    await patient.givesCode(person.phone)
    await patient.sees(m.kiosk_birth_title)
    const [year = '', , day = ''] = person.dateOfBirth.split('-')
    const date = new Date(`${person.dateOfBirth}T00:00:00Z`)
    const month = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
    await kiosk.getByRole('button', { name: month, exact: true }).click()
    await patient.types(`${Number(day)}${year}`)
    await patient.taps(m.kiosk_continue)
    const page = await foyer.form()
    await page.getByRole('heading').first().waitFor()
    await page.evaluate(noteTouches)
    await patient.fillsInForms()
    const form = await touchesOn(page)
    await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
    const all = [...(await touchesOn(kiosk)), ...form].toSorted((a, b) => a.at - b.at)
    return { all, form: form.length }
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

/** Counts the patient's touches in two visits, including keys of the on-screen keyboard, and prints each of the first. */
export async function benchTaps(): Promise<BenchRow[]> {
  const sample = await countVisit(onePacket, async () => {})
  const known = await countVisit(noPacket, (records) =>
    records.givePacket(noPacket.id, [601, 603], { contact_preference: 'Text message' }),
  )
  const { all } = sample
  const silent = all.filter(isSilent)
  console.error(linesOf(all).join('\n'))
  return [
    rowOf(`taps of the sample visit, until it is finished (${sample.form} of them in the forms)`, {
      value: all.length,
      most: 45,
      was: before.all,
    }),
    rowOf('those of them that type nothing', {
      value: silent.length,
      most: Math.floor(before.silent / 2),
      was: before.silent,
    }),
    rowOf('those of them that neither type nor answer', {
      value: silent.filter(({ purpose }) => purpose !== 'answers').length,
      most: Math.floor(before.silent / 2),
    }),
    rowOf('taps that type nothing, of a patient of whom all is known, until it is finished', {
      value: known.all.filter(isSilent).length,
      most: 10,
    }),
  ]
}
