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

it.each([
  ['help', 'We are happy to help', 'Please ask at the front desk.', 'Show this number at the desk'],
  ['help-told', 'We have told the desk', 'Somebody will come to you.', ''],
  ['help-coming', 'Somebody is coming', 'Please stay here.', 'Your number'],
] as const)('says what comes of it: %s', async (overlay, name, ...words) => {
  await PageHarness.open(withHelp(overlay))
  await expect.element(dialog()).toHaveAccessibleName(name)
  for (const each of words) await expect.poll(said).toContain(each)
  if (overlay === 'help') await isGone(takesBack())
  if (overlay === 'help-coming') expect(said()).not.toContain('Show this number at the desk')
})

it('lets the patient take back what the desk was told', async () => {
  const harness = await PageHarness.open(withHelp('help-told'))
  await press(takesBack())
  expect(harness.commands).toEqual([{ type: 'cancelHelp' }])
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
