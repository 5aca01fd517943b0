import { m } from '../../src/i18n/paraglide/messages.js'
import {
  completed,
  expectCompleted,
  expectNotOnScreen,
  expectOnScreen,
  foreignOf,
  tap,
} from '../support/foreign.ts'
import { expect, test } from '../support/test.ts'

test.use({ options: { foreign: '/dialogs' } })

test('a page that asks is sent once the patient said yes to its question, and not before', async ({
  foyer,
  form,
  patient,
}) => {
  const before = completed(foyer)
  const kiosk = await foyer.kiosk()
  /** Presses the page's button, which waits for an answer before it is done. */
  const press = () =>
    form
      .getByRole('button', { name: 'Send', exact: true })
      .click()
      .catch(() => undefined)
  await expectOnScreen(foyer, 'last')
  let pressed = press()
  const dialog = kiosk.getByRole('alertdialog', { name: patient.words(m.kiosk_form_asks) })
  await expect(dialog).toContainText('Send your answers now?')
  await expectNotOnScreen(foyer, 'last')
  await tap(kiosk, patient.words(m.kiosk_form_cancel))
  await pressed
  await expectOnScreen(foyer, 'last')
  expect(completed(foyer)).toBe(before)

  pressed = press()
  await expect(dialog).toBeVisible()
  await tap(kiosk, patient.words(m.kiosk_form_ok))
  await pressed
  await expectOnScreen(foyer, 'done')
  await expectCompleted(foyer, before)
})

test('a page that asks ends with its visit, and the next patient sees nothing of it', async ({
  foyer,
  form,
  patient,
  person,
}) => {
  const kiosk = await foyer.kiosk()
  const asks = kiosk.getByRole('alertdialog')
  void form
    .getByRole('button', { name: 'Send', exact: true })
    .click()
    .catch(() => undefined)
  await expect(asks).toContainText('Send your answers now?')
  const used = kiosk.url()
  await asks.getByRole('button', { name: patient.words(m.kiosk_help) }).click()
  await patient.sees(m.kiosk_help_title)
  await patient.comesBackFromHelp(person.dateOfBirth)
  await expect(asks).toContainText('Send your answers now?')
  await kiosk.evaluate(
    `foyer.send({ type: 'startOver' }).then(() => foyer.send({ type: 'confirmStartOver' }))`,
  )
  const fresh = await patient.isForgotten(used)
  await expect(fresh.getByRole('alertdialog')).toHaveCount(0)
  expect(foyer.hasForm()).toBe(false)
  expect(foreignOf(foyer).tokens()).toEqual([])
})
