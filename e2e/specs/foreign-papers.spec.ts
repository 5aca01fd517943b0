import { m } from '../../src/i18n/paraglide/messages.js'
import {
  completed,
  expectCompleted,
  expectNotOnScreen,
  expectOnScreen,
  foreignOf,
  tap,
} from '../support/foreign.ts'
import { openHand, type Hand } from '../support/hand.ts'
import type { Patient } from '../support/patient.ts'
import { expect, test } from '../support/test.ts'
import { given } from '../../test/harness/given.ts'

test.use({ options: { foreign: '/papers' } })

let hand: Hand
test.beforeEach(async ({ foyer }) => {
  hand = await openHand(foyer)
})
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

test(
  'a paper and the question of its page are hidden by help and by the panel of staff, and shown to who gives the date of birth',
  { tag: '@full' },
  async ({ kiosk: { place }, foyer, form, patient, person, staff }) => {
    const kiosk = await foyer.kiosk()
    const question = kiosk.getByRole('alertdialog', { name: patient.words(m.kiosk_form_asks) })
    await expectOnScreen(foyer, 'last')
    // A paper of another host that the clinic lists is shown, and none that it does not.
    await hand.touchInForm(form.locator('#elsewhere'))
    await hand.touchInForm(form.locator('#consent'))
    await expectOnScreen(foyer, 'frame')
    expect(foreignOf(foyer).requests).not.toContain('portal GET /papers/consent')
    await hand.touchOnKiosk(await putAway(patient))
    await expectOnScreen(foyer, 'last')

    await hand.touchInForm(form.locator('#ask'))
    await expect(question).toContainText('Have you read it?')
    await expectNotOnScreen(foyer, 'elsewhere')
    await question.getByRole('button', { name: patient.words(m.kiosk_help) }).click()
    await patient.sees(given(m.kiosk_help_heard_title, { heard: 'nobody' }))
    await expect(question).toHaveCount(0)
    await patient.taps(m.kiosk_help_close)
    await patient.sees(m.kiosk_locked_title)
    await expectNotOnScreen(foyer, 'elsewhere')
    await expect(question).toHaveCount(0)
    await patient.givesDateOfBirth(person.dateOfBirth, m.kiosk_locked_title)
    await expect(question).toContainText('Have you read it?')
    await tap(kiosk, patient.words(m.kiosk_form_ok))
    await expectOnScreen(foyer, 'elsewhere')

    await staff.enters(place.environment['FOYER_STAFF_PIN'] ?? '')
    await expectNotOnScreen(foyer, 'elsewhere')
    // Staff see it once they help.
    await staff.taps(m.staff_home_visit_help)
    await expectOnScreen(foyer, 'elsewhere')
    await staff.taps(m.kiosk_assisted_done)
    await patient.sees(m.kiosk_locked_title)
    await expectNotOnScreen(foyer, 'elsewhere')
    await patient.givesDateOfBirth(person.dateOfBirth, m.kiosk_locked_title)
    await expectOnScreen(foyer, 'elsewhere')
    await hand.touchOnKiosk(await putAway(patient))
    await expectOnScreen(foyer, 'last')
    await expect(form.locator('#said')).toHaveText('read')
  },
)

test.describe('a patient who walks away from a paper', { tag: '@full' }, () => {
  const environment = { FOYER_IDLE_AFTER_MS: '10000', FOYER_IDLE_FORM_AFTER_MS: '10000' }
  test.use({ options: { foreign: '/papers', environment } })

  test('is asked first, over the paper, and leaves nothing of it', async ({
    foyer,
    form,
    patient,
  }) => {
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
  })
})
