import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
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

test.describe('a page that asks', () => {
  test.use({ options: { foreign: '/dialogs' } })

  /** Presses a button of the page, which may wait for an answer before it is done. */
  const press = (form: Page, name: string) =>
    form
      .getByRole('button', { name, exact: true })
      .click()
      .catch(() => undefined)

  test('is sent once the patient said yes to its question, and not before', async ({
    foyer,
    patient,
  }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    await expectOnScreen(foyer, 'last')
    let pressed = press(form, 'Send')
    const dialog = kiosk.getByRole('alertdialog', { name: patient.words(m.kiosk_form_asks) })
    await expect(dialog).toContainText('Send your answers now?')
    await expectNotOnScreen(foyer, 'last')
    await tap(kiosk, patient.words(m.kiosk_form_cancel))
    await pressed
    await expectOnScreen(foyer, 'last')
    expect(completed(foyer)).toBe(before)

    pressed = press(form, 'Send')
    await expect(dialog).toBeVisible()
    await tap(kiosk, patient.words(m.kiosk_form_ok))
    await pressed
    await expectOnScreen(foyer, 'done')
    await expectCompleted(foyer, before)
  })

  test('hears what the patient typed on the keys of the kiosk', async ({ foyer, patient }) => {
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    const pressed = press(form, 'Who fills this in?')
    await expect(kiosk.getByRole('alertdialog')).toContainText('Who fills in this form?')
    for (const key of 'ana') await tap(kiosk, key)
    await tap(kiosk, patient.words(m.kiosk_form_ok))
    await pressed
    await expect(form.locator('#name')).toHaveText('ana')
    await expectOnScreen(foyer, 'last')
  })

  test('shows its words as they are, however it writes them', async ({ foyer, patient }) => {
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    const pressed = press(form, 'Check')
    const dialog = kiosk.getByRole('alertdialog', { name: patient.words(m.kiosk_form_says) })
    await expect(dialog.locator('#dialog-text')).toHaveText('<b>Please</b> look at question 2.')
    await expect(dialog.getByRole('button', { name: patient.words(m.kiosk_form_ok) })).toBeFocused()
    await kiosk.keyboard.press('Enter')
    await pressed
    await expectOnScreen(foyer, 'last')
  })

  test('asks no more than a few times a minute, and goes on', async ({ foyer, patient }) => {
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    const pressed = press(form, 'Hurry')
    for (let left = 50; left > 44; left--) {
      await expect(kiosk.getByRole('alertdialog')).toContainText(`Once more ${left}`)
      await tap(kiosk, patient.words(m.kiosk_form_ok))
    }
    await pressed
    await expect(form.locator('#name')).toHaveText('over')
    await expectOnScreen(foyer, 'last')
  })

  test('asks from a frame of another host as well', async ({ foyer, patient }) => {
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    await press(form, 'Sign')
    await expect(kiosk.getByRole('alertdialog')).toContainText('Is this your signature?')
    await tap(kiosk, patient.words(m.kiosk_form_ok))
    await expect(form.locator('#name')).toHaveText('signed')
    await expectOnScreen(foyer, 'last')
  })

  test('is left once the patient said so', async ({ foyer, patient }) => {
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    const leave = () =>
      form
        .getByRole('link', { name: 'Leave' })
        .click()
        .catch(() => undefined)
    let pressed = leave()
    await expect(
      kiosk.getByRole('heading', { name: patient.words(m.kiosk_form_leave_title) }),
    ).toBeVisible()
    await tap(kiosk, patient.words(m.kiosk_form_leave_stay))
    await pressed
    await expectOnScreen(foyer, 'last')
    pressed = leave()
    await expect(
      kiosk.getByRole('heading', { name: patient.words(m.kiosk_form_leave_title) }),
    ).toBeVisible()
    await tap(kiosk, patient.words(m.kiosk_form_leave_go))
    await pressed
    await expectOnScreen(foyer, 'done')
  })

  test('ends with its visit while it asks, and the next patient sees nothing of it', async ({
    foyer,
    patient,
  }) => {
    const form = await openForeign(foyer)
    const kiosk = await foyer.kiosk()
    void press(form, 'Send')
    await expect(kiosk.getByRole('alertdialog')).toBeVisible()
    const used = kiosk.url()
    await kiosk
      .getByRole('alertdialog')
      .getByRole('button', { name: patient.words(m.kiosk_help) })
      .click()
    await expect(
      kiosk.getByRole('heading', { name: patient.words(m.kiosk_help_title) }),
    ).toBeVisible()
    await patient.comesBackFromHelp(anyone.dateOfBirth)
    await expect(kiosk.getByRole('alertdialog')).toContainText('Send your answers now?')
    await kiosk.evaluate(
      `foyer.send({ type: 'startOver' }).then(() => foyer.send({ type: 'confirmStartOver' }))`,
    )
    const fresh = await patient.isForgotten(used)
    await expect(fresh.getByRole('alertdialog')).toHaveCount(0)
    expect(foyer.hasForm()).toBe(false)
    expect(foreignOf(foyer).tokens()).toEqual([])
  })
})
