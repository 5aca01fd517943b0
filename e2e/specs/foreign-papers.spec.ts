import { m } from '../../src/i18n/paraglide/messages.js'
import { openHand, type Hand } from '../support/hand.ts'
import {
  anyone,
  completed,
  expectCompleted,
  expectOnScreen,
  foreignOf,
  openForeign,
} from '../support/foreign.ts'
import { expect, test } from '../support/test.ts'

test.describe('a page with papers to read', () => {
  test.use({ options: { foreign: '/papers', environment: { FOYER_FORM_VIEW_PAPERS: 'true' } } })
  let hand: Hand
  test.beforeEach(async ({ foyer }) => {
    hand = await openHand(foyer)
  })
  test.afterEach(() => hand.close())

  test('is agreed to once its policy was read and put away, and not before', async ({
    foyer,
    patient,
  }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    const back = kiosk.getByRole('button', {
      name: patient.words(m.kiosk_completing_close_paper),
    })
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

  test('shows a text of another host that the clinic lists, and none that it does not', async ({
    foyer,
    patient,
  }) => {
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    const back = kiosk.getByRole('button', {
      name: patient.words(m.kiosk_completing_close_paper),
    })
    await expectOnScreen(foyer, 'last')
    await hand.touchInForm(form.locator('#consent'))
    await expectOnScreen(foyer, 'frame')
    await kiosk.getByRole('button', { name: patient.words(m.kiosk_help) }).click()
    await expect(
      kiosk.getByRole('heading', { name: patient.words(m.kiosk_help_title) }),
    ).toBeVisible()
    await patient.comesBackFromHelp(anyone.dateOfBirth)
    await expectOnScreen(foyer, 'frame')
    await hand.touchOnKiosk(back)
    await expectOnScreen(foyer, 'last')
    await hand.touchInForm(form.locator('#elsewhere'))
    await hand.touchInForm(form.locator('#read'))
    await expectOnScreen(foyer, 'elsewhere')
    expect(foreignOf(foyer).requests).not.toContain('portal GET /papers/consent')
  })

  test('ends with its visit while a paper is read', async ({ foyer, patient }) => {
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    await expectOnScreen(foyer, 'last')
    await hand.touchInForm(form.locator('#read'))
    await expectOnScreen(foyer, 'elsewhere')
    const used = kiosk.url()
    await kiosk.evaluate(
      `foyer.send({ type: 'startOver' }).then(() => foyer.send({ type: 'confirmStartOver' }))`,
    )
    await patient.isForgotten(used)
    expect(foyer.hasForm()).toBe(false)
  })
})
