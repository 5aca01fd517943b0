import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, press } from '../../../../test/harness/renderer/on-page.ts'
import { openScreen } from '../../../../test/harness/renderer/page-harness.ts'
import { deskCode } from '../../../../test/harness/renderer/views.ts'

const field = () => page.getByRole('textbox', { name: 'Code with 6 numbers' })

it('takes the keys on the screen, and sends the code when the patient says so', async () => {
  const harness = await openScreen(deskCode)
  await press(...Array.from('4829137'))
  await expect.element(field()).toHaveValue('482913')
  expect(harness.commands).toEqual([])
  await press('Continue')
  expect(harness.commands).toEqual([{ type: 'submitDeskCode', code: '482913' }])
})

it('says what is wrong beside the field, and once more when it is wrong again', async () => {
  const harness = await openScreen({ ...deskCode, error: 'wrong', errorCount: 1 })
  const wrong = /^This code does not match, or it was used before\./
  await expect.element(field()).toHaveAccessibleDescription(wrong)
  const summary = () => document.activeElement?.textContent ?? ''
  await expect.poll(summary).toMatch(/This code does not match/)
  field().element().focus()
  await harness.showScreen({ ...deskCode, error: 'wrong', errorCount: 2 })
  await expect.poll(summary).toMatch(/This code does not match/)
})

it('sends nothing while a code would not be taken', async () => {
  const harness = await openScreen({ ...deskCode, waitMs: 40_000 })
  await userEvent.keyboard('482913{Enter}')
  await expect.element(field()).toHaveValue('482913')
  ;(button(/^Try again in \d+ s$/).element() as HTMLElement).click()
  expect(harness.commands).toEqual([])
})
