import { m } from '../../src/i18n/paraglide/messages.js'
import { withFakeCamera } from '../../test/harness/fake-camera.ts'
import {
  answersAt,
  completed,
  expectCompleted,
  expectNotOnScreen,
  expectOnScreen,
  tap,
} from '../support/foreign.ts'
import { expect, test } from '../support/test.ts'

test.use({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads it
  options: async ({}, use) => {
    const remove = await withFakeCamera()
    await use({ foreign: '/card', environment: { FOYER_FORM_VIEW_CAMERA: 'true' } })
    await remove()
  },
})

test('a page that asks for a picture of a card gets the one that the patient takes, and nothing else of it is anywhere', async ({
  foyer,
  form,
  patient,
}) => {
  const before = completed(foyer)
  const kiosk = await foyer.kiosk()
  const camera = kiosk.getByRole('alertdialog', { name: patient.words(m.kiosk_camera_title) })
  // The patient does not want to at first.
  await form.locator('#card').click()
  await expect(camera).toBeVisible()
  await expect(form.locator('#state')).toHaveText('No picture yet')
  await expectNotOnScreen(foyer, 'last')
  await tap(kiosk, patient.words(m.kiosk_camera_not_now))
  await expect(form.locator('#state')).toHaveText('No picture chosen')
  await expectOnScreen(foyer, 'last')
  await expect(kiosk.getByText(patient.words(m.kiosk_completing_files))).toBeVisible()

  await form.locator('#card').click()
  await expect(camera).toBeVisible()
  await expectNotOnScreen(foyer, 'last')
  await tap(kiosk, patient.words(m.kiosk_camera_take))
  await tap(kiosk, patient.words(m.kiosk_camera_use))
  await expect(form.locator('#state')).toHaveText('card.jpg')
  await expectOnScreen(foyer, 'last')
  expect(await form.evaluate('preview.decode().then(() => preview.naturalWidth)')).toBeGreaterThan(
    300,
  )
  await form.getByRole('button', { name: 'Send' }).click()
  await expectCompleted(foyer, before)
  expect(answersAt(foyer)['card']).toBe('card.jpg image/jpeg true')
  const told = [...foyer.log, ...foyer.output].join('\n')
  expect(told).toContain('pictureGiven')
  expect(told).not.toContain('/9j/')
})
