import { threePackets } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import type { Patient } from '../support/patient.ts'
import { expect, test } from '../support/test.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { given } from '../../test/harness/given.ts'

const names = { en: 'English', es: 'Español' }

/** Opens the choice of text, colours and language, does something there, and goes back. */
async function chooses(foyer: RunningFoyer, patient: Patient, ...taps: (() => string)[]) {
  await patient.taps(m.kiosk_display_language)
  const dialog = (await foyer.kiosk()).getByRole('alertdialog')
  for (const name of taps) await dialog.getByRole('button', { name: name(), exact: true }).click()
  await dialog.getByRole('button', { name: patient.words(m.kiosk_display_close) }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The other language, by the choice that stands on every screen. */
const changesLanguage = (foyer: RunningFoyer, patient: Patient) =>
  chooses(foyer, patient, () => {
    patient.locale = patient.locale === 'en' ? 'es' : 'en'
    return names[patient.locale]
  })

test('a whole visit in very large text, white on black, the language changed on every screen', async ({
  foyer,
  patient,
}) => {
  const kiosk = await patient.sees(m.kiosk_welcome_title)
  const textPx = async () =>
    parseFloat(await kiosk.evaluate<string>('getComputedStyle(document.documentElement).fontSize'))
  const usual = await textPx()
  const width = await kiosk.evaluate<number>('innerWidth')
  const changes = async () => {
    await changesLanguage(foyer, patient)
    await expect(kiosk.locator('html')).toHaveAttribute('lang', patient.locale)
    expect(await textPx()).toBeCloseTo(2 * usual, 1)
    await expect(kiosk.locator('.kiosk')).toHaveClass(/contrastDark/)
    expect(
      await kiosk.evaluate('document.querySelector(".kiosk").scrollWidth'),
    ).toBeLessThanOrEqual(width)
  }

  await chooses(
    foyer,
    patient,
    () => patient.words(given(m.kiosk_display_size, { size: 200 })),
    () => patient.words(given(m.kiosk_display_theme, { theme: 'contrastDark' })),
  )
  await changes()
  await patient.taps(m.kiosk_welcome_start)

  await patient.sees(given(m.kiosk_contact_title, { channel: 'sms' }))
  await patient.types(threePackets.phone.replace(/^\+1/, ''))
  const typed = await kiosk.getByRole('textbox').inputValue()
  await changes()
  await expect(kiosk.getByRole('textbox')).toHaveValue(typed)
  await patient.taps(m.kiosk_contact_send)

  await patient.sees(m.kiosk_code_title)
  const code = patient.codeFor(threePackets.phone)
  await patient.types(code.slice(0, -1))
  await changes()
  await patient.types(code.slice(-1))

  await patient.typesDateOfBirth(threePackets.dateOfBirth)
  await changes()
  await patient.taps(m.kiosk_continue)

  await patient.sees(m.kiosk_choose_title)
  await changes()
  const choices = kiosk.getByRole('list', { name: patient.words(m.kiosk_completing_title) })
  await expect(choices.getByRole('button')).toHaveCount(3)
  await choices.getByRole('button').first().click()

  const form = await foyer.form()
  await expect.poll(() => form.evaluate('innerWidth')).toBe(Math.floor(width / 2))
  await changes()
  await expect(form.locator('html')).toHaveAttribute('lang', patient.locale)
  await patient.taps(m.kiosk_completing_stop)

  await patient.sees(m.kiosk_unfinished_title)
  await changes()
  await patient.taps(m.kiosk_unfinished_leave)

  await patient.sees(given(m.kiosk_finished_title, { kind: 'saved' }))
  await changes()
  const fresh = await patient.leavesBy(m.kiosk_close)
  await expect(fresh.locator('.kiosk')).toHaveClass(/standard/)
  expect(await fresh.evaluate('document.documentElement.dataset.text')).toBe('100')
})
