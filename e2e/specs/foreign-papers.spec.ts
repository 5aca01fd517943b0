import { m } from '../../src/i18n/paraglide/messages.js'
import { completed, expectCompleted, expectOnScreen } from '../support/foreign.ts'
import { openHand, type Hand } from '../support/hand.ts'
import type { Patient } from '../support/patient.ts'
import { expect, test } from '../support/test.ts'

test.use({ options: { foreign: '/papers' } })

let hand: Hand
test.beforeEach(async ({ foyer }) => (hand = await openHand(foyer)))
test.afterEach(() => hand.close())

const putAway = async (patient: Patient) =>
  (await patient.foyer.kiosk()).getByRole('button', {
    name: patient.words(m.kiosk_completing_close_paper),
  })

test('a form of somebody else’s is agreed to once its policy was read and put away, and not before', async ({
  foyer,
  form,
  patient,
}) => {
  const before = completed(foyer)
  const back = await putAway(patient)
  await expectOnScreen(foyer, 'last')
  await expect(form.locator('#agree')).toBeDisabled()
  await hand.touchInForm(form.locator('#read'))
  await expectOnScreen(foyer, 'elsewhere')
  await expect(back).toBeVisible()
  await expect(form.locator('#agree')).toBeDisabled()

  await hand.touchOnKiosk(back)
  await expectOnScreen(foyer, 'last')
  await expect(back).toHaveCount(0)
  await expect(form.locator('#agree')).toBeEnabled()
  await hand.touchInForm(form.locator('#agree'))
  await expectOnScreen(foyer, 'done')
  await expectCompleted(foyer, before)
})
