import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import { withFakeCamera } from '../../test/harness/fake-camera.ts'
import {
  completed,
  expectCompleted,
  expectNotOnScreen,
  expectOnScreen,
  foreignOf,
  openForeign,
  tap,
} from '../support/foreign.ts'
import { expect, test } from '../support/test.ts'

test.describe('a page that asks for a picture of a card', () => {
  test.use({
    // eslint-disable-next-line no-empty-pattern -- Playwright reads it
    options: async ({}, use) => {
      const remove = await withFakeCamera()
      await use({ foreign: '/card', environment: { FOYER_FORM_VIEW_CAMERA: 'true' } })
      await remove()
    },
  })

  /** Presses the page's field; resolves when the kiosk shows the camera. */
  const openCamera = async (form: Page, kiosk: Page, title: string) => {
    await form.locator('#card').click()
    await expect(kiosk.getByRole('alertdialog', { name: title })).toBeVisible()
    await expect(form.locator('#state')).toHaveText('No picture yet')
  }

  test('gets the one that the patient takes, and nothing else of it is anywhere', async ({
    foyer,
    patient,
  }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    await openCamera(form, kiosk, patient.words(m.kiosk_camera_title))
    await expectNotOnScreen(foyer, 'last')
    await tap(kiosk, patient.words(m.kiosk_camera_take))
    await tap(kiosk, patient.words(m.kiosk_camera_use))
    await expect(form.locator('#state')).toHaveText('card.jpg')
    await expectOnScreen(foyer, 'last')
    expect(
      await form.evaluate('preview.decode().then(() => preview.naturalWidth)'),
    ).toBeGreaterThan(300)
    await form.getByRole('button', { name: 'Send' }).click()
    await expectCompleted(foyer, before)
    const site = foreignOf(foyer)
    expect(site.answersOf(site.tokens()[0] ?? '').get('card')).toBe('card.jpg image/jpeg true')
    const told = [...foyer.log, ...foyer.output].join('\n')
    expect(told).toContain('pictureGiven')
    expect(told).not.toContain('/9j/')
  })

  test('hears that there is none where the patient does not want to', async ({
    foyer,
    patient,
  }) => {
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    await openCamera(form, kiosk, patient.words(m.kiosk_camera_title))
    await tap(kiosk, patient.words(m.kiosk_camera_not_now))
    await expect(form.locator('#state')).toHaveText('No picture chosen')
    await expectOnScreen(foyer, 'last')
    await expect(kiosk.getByText(patient.words(m.kiosk_completing_files))).toBeVisible()
  })
})
