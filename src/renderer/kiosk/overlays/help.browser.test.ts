import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { View } from '../../../shared/ipc.ts'
import { isGone, press } from '#harness/renderer/on-page.ts'
import { PageHarness } from '#harness/renderer/page-harness.ts'
import { overlays, viewOf } from '#harness/renderer/views.ts'

const withHelp = (name: 'help' | 'help-told' | 'help-coming', rest: Partial<View> = {}) => ({
  ...viewOf({ name: 'matching' }, { overlay: overlays[name]! }),
  ...rest,
})
const dialog = () => page.getByRole('alertdialog')
const said = () => dialog().element().textContent
const takesBack = () => page.getByRole('button', { name: 'I do not need help any more' })

it('sends to the desk whom nobody heard, and offers nothing to take back', async () => {
  await PageHarness.open(withHelp('help'))
  await expect.element(dialog()).toHaveAccessibleName('We are happy to help')
  await expect.poll(said).toContain('Please ask at the front desk.')
  await expect.poll(said).toContain('Show this number at the desk')
  await isGone(takesBack())
})

it('says that the desk was told, and lets the patient take it back', async () => {
  const harness = await PageHarness.open(withHelp('help-told'))
  await expect.element(dialog()).toHaveAccessibleName('We have told the desk')
  await expect.poll(said).toContain('Somebody will come to you.')
  await press(takesBack())
  expect(harness.commands).toEqual([{ type: 'cancelHelp' }])
})

it('keeps whom somebody comes to at the kiosk', async () => {
  await PageHarness.open(withHelp('help-coming'))
  await expect.element(dialog()).toHaveAccessibleName('Somebody is coming')
  await expect.poll(said).toContain('Please stay here.')
  await expect.poll(said).toContain('Your number')
  expect(said()).not.toContain('Show this number at the desk')
})

it('tells what changes while it stands, and once', async () => {
  const harness = await PageHarness.open(withHelp('help'))
  const news = () => dialog().getByRole('status')
  // The initial text is read with the dialog.
  await expect.poll(() => news().element().textContent.trim()).toBe('')
  await harness.show(withHelp('help-told'))
  await expect.element(news()).toHaveTextContent('We have told the desk')
  await harness.show(withHelp('help-coming'))
  await expect.element(news()).toHaveTextContent('Somebody is coming')
  await expect.element(page.getByRole('button', { name: 'Back to my visit' })).toHaveFocus()
})
