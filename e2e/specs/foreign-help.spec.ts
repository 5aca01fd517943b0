import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import { foreignColors } from '../../test/foreign/answers.ts'
import { completed, expectNotOnScreen, openForeign } from '../support/foreign.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'

const wrongDate = '1977-07-07'

/** Fails once a point of the screen that the form fills has had the form's colour. */
function watchForForm(foyer: RunningFoyer) {
  const colors: readonly string[] = Object.values(foreignColors)
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
    const watch = watchForForm(foyer)
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
