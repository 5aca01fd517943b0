import { m } from '../../src/i18n/paraglide/messages.js'
import { openHand, type Hand } from '../support/hand.ts'
import { StaffMember } from '../support/staff.ts'
import {
  anyone,
  completed,
  expectCompleted,
  expectNotOnScreen,
  expectOnScreen,
  foreignOf,
  openForeign,
  tap,
} from '../support/foreign.ts'
import { expect, test } from '../support/test.ts'

const pin = '481516'

test.describe('a page with papers to read', () => {
  test.use({ options: { foreign: '/papers', environment: { FOYER_STAFF_PIN: pin } } })
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

  test('shows what it posts into a window of its own', async ({ foyer, patient }) => {
    const form = await openForeign(foyer)
    await expectOnScreen(foyer, 'last')
    await hand.touchInForm(form.locator('#summary'))
    await expectOnScreen(foyer, 'elsewhere')
    expect(foreignOf(foyer).requests).toContain('forms POST /papers/summary')
    const kiosk = await foyer.kiosk()
    await hand.touchOnKiosk(
      kiosk.getByRole('button', { name: patient.words(m.kiosk_completing_close_paper) }),
    )
    await expectOnScreen(foyer, 'last')
  })

  test('is hidden with its paper and its question by help, and shown to who gives the date of birth', async ({
    foyer,
    patient,
  }) => {
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    const question = kiosk.getByRole('alertdialog', { name: patient.words(m.kiosk_form_asks) })
    await expectOnScreen(foyer, 'last')
    await hand.touchInForm(form.locator('#ask'))
    await expect(question).toContainText('Have you read it?')
    await expectNotOnScreen(foyer, 'elsewhere')
    await question.getByRole('button', { name: patient.words(m.kiosk_help) }).click()
    await patient.sees(m.kiosk_help_title)
    await expect(question).toHaveCount(0)
    await patient.taps(m.kiosk_help_close)
    await patient.sees(m.kiosk_locked_title)
    await expectNotOnScreen(foyer, 'elsewhere')
    await expect(question).toHaveCount(0)
    await patient.typesDateOfBirth(anyone.dateOfBirth, m.kiosk_locked_title)
    await patient.taps(m.kiosk_continue)
    await expect(question).toContainText('Have you read it?')
    await tap(kiosk, patient.words(m.kiosk_form_ok))
    await expectOnScreen(foyer, 'elsewhere')
    await hand.touchOnKiosk(
      kiosk.getByRole('button', { name: patient.words(m.kiosk_completing_close_paper) }),
    )
    await expectOnScreen(foyer, 'last')
    await expect(form.locator('#said')).toHaveText('read')
  })

  test('waits beneath the panel of staff, who see the paper once they help', async ({
    foyer,
    patient,
  }) => {
    const staff = new StaffMember(foyer)
    const form = await openForeign(foyer)
    await expectOnScreen(foyer, 'last')
    await hand.touchInForm(form.locator('#read'))
    await expectOnScreen(foyer, 'elsewhere')
    await staff.enters(pin)
    await expectNotOnScreen(foyer, 'elsewhere')
    await staff.taps(m.staff_home_visit_help)
    await expectOnScreen(foyer, 'elsewhere')
    await staff.taps(m.kiosk_assisted_done)
    await patient.sees(m.kiosk_locked_title)
    await expectNotOnScreen(foyer, 'elsewhere')
    await patient.typesDateOfBirth(anyone.dateOfBirth, m.kiosk_locked_title)
    await patient.taps(m.kiosk_continue)
    await expectOnScreen(foyer, 'elsewhere')
    const kiosk = await foyer.kiosk()
    await hand.touchOnKiosk(
      kiosk.getByRole('button', { name: patient.words(m.kiosk_completing_close_paper) }),
    )
    await expectOnScreen(foyer, 'last')
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

test.describe('a patient who walks away from a paper', () => {
  test.use({
    options: {
      foreign: '/papers',
      environment: { FOYER_IDLE_AFTER_MS: '10000', FOYER_IDLE_FORM_AFTER_MS: '10000' },
    },
  })

  test('is asked first, over the paper, and leaves nothing of it', async ({ foyer, patient }) => {
    test.slow()
    const hand = await openHand(foyer)
    try {
      const form = await openForeign(foyer)
      await expectOnScreen(foyer, 'last')
      await hand.touchInForm(form.locator('#read'))
      await expectOnScreen(foyer, 'elsewhere')
      const used = (await foyer.kiosk()).url()
      await patient.sees(m.kiosk_idle_title)
      await expectNotOnScreen(foyer, 'elsewhere')
      await patient.taps(m.kiosk_idle_stay)
      await expectOnScreen(foyer, 'elsewhere')
      await patient.sees(m.kiosk_idle_title)
      await expect.poll(() => foyer.hasForm(), { timeout: 60_000 }).toBe(false)
      await patient.isForgotten(used)
      await expectNotOnScreen(foyer, 'elsewhere')
      expect(foreignOf(foyer).tokens()).toEqual([])
      expect(foyer.log.join('\n')).toMatch(/visitEnded.*idle/)
    } finally {
      hand.close()
    }
  })
})
