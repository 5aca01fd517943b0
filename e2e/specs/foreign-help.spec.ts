import type { Page } from 'playwright-core'
import { unknownContact } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { foreignColors } from '../../test/foreign/answers.ts'
import { completed, expectNotOnScreen, openForeign } from '../support/foreign.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'

const wrongDate = '1977-07-07'

/** Fails once a point of the screen that the form fills has had the form's colour. */
function watchForForm(foyer: RunningFoyer, colors: readonly string[]) {
  const seen: string[] = []
  return {
    async look() {
      const color = await foyer.pixel(8, 400)
      if (colors.includes(color)) seen.push(color)
    },
    expectNever: () => expect(seen).toEqual([]),
  }
}

test.describe('a stranger at the screen that a patient left at help', () => {
  test.use({ options: { foreign: '/typing' } })

  test('sees nothing of the form, and has the start after two wrong dates of birth', async ({
    foyer,
    patient,
  }) => {
    const form = await openForeign(foyer)
    await form.locator('input[name=name]').fill('Chest pain and anxiety')
    const before = completed(foyer)
    const used = (await foyer.kiosk()).url()
    const watch = watchForForm(foyer, Object.values(foreignColors))
    const givesWrongDate = async (kiosk: Page) => {
      await patient.typesDateOfBirth(wrongDate, m.kiosk_locked_title)
      await watch.look()
      expect(await kiosk.content()).not.toContain('Chest pain')
      await patient.taps(m.kiosk_continue)
    }

    await patient.taps(m.kiosk_help)
    const kiosk = await patient.sees(m.kiosk_help_title)
    // The patient is still there, and the form goes within a moment.
    await expectNotOnScreen(foyer, 'last')
    await patient.taps(m.kiosk_help_close)
    await patient.sees(m.kiosk_locked_title)
    await watch.look()
    await givesWrongDate(kiosk)
    await expect(
      kiosk.getByText(patient.words(m.kiosk_birth_not_matched_last)).first(),
    ).toBeVisible()
    await watch.look()
    await givesWrongDate(kiosk)
    await patient.isForgotten(used)
    await watch.look()
    watch.expectNever()
    expect(completed(foyer)).toBe(before)
    expect(foyer.log.some((line) => line.includes('notUnlocked'))).toBe(true)
  })
})

const formColor = '#c400c4'
/** Gives the page a colour that the kiosk has nowhere. Runs in the page. */
const paint = `document.querySelectorAll('*').forEach(({ style }) => {
  style.background = '${formColor}'
})`

test.describe('a stranger at help over the public forms', () => {
  test.use({ options: { environment: { FOYER_IDENTITY_NO_MATCH: 'publicLink' } } })

  test('sees nothing of them, and has the start after two other phone numbers', async ({
    foyer,
    patient,
  }) => {
    await patient.begins()
    await patient.givesContact(unknownContact.phone)
    await patient.givesCode(unknownContact.phone)
    await patient.sees(m.kiosk_public_title)
    await patient.taps(m.kiosk_public_open)
    const form = await foyer.form()
    await form.getByRole('heading').first().waitFor()
    await form.evaluate(paint)
    await expect.poll(() => foyer.pixel(8, 400)).toBe(formColor)
    const used = (await foyer.kiosk()).url()
    const watch = watchForForm(foyer, [formColor])
    const gives = async (phone: string) => {
      await patient.types(phone)
      await watch.look()
      await patient.taps(m.kiosk_continue)
    }

    await patient.taps(m.kiosk_help)
    await patient.sees(m.kiosk_help_title)
    await expect.poll(() => foyer.pixel(8, 400)).not.toBe(formColor)
    await patient.taps(m.kiosk_help_close)
    // It is the patient: the form is there as they left it.
    await patient.sees(m.kiosk_locked_title)
    await watch.look()
    await gives(unknownContact.phone.replace(/^\+1/, ''))
    await expect.poll(() => foyer.pixel(8, 400)).toBe(formColor)

    await patient.taps(m.kiosk_help)
    await patient.sees(m.kiosk_help_title)
    await expect.poll(() => foyer.pixel(8, 400)).not.toBe(formColor)
    await patient.taps(m.kiosk_help_close)
    const kiosk = await patient.sees(m.kiosk_locked_title)
    await gives('2065550198')
    const last = kiosk.getByText(patient.words(m.kiosk_locked_not_matched_last_sms)).first()
    await expect(last).toBeVisible()
    await kiosk.getByRole('textbox').fill('')
    await gives('2065550197')
    await patient.isForgotten(used)
    await watch.look()
    watch.expectNever()
  })
})
