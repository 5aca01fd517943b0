import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, heading, isGone, press } from '../../../test/harness/renderer/on-page.ts'
import { formBarHeight } from '../../shared/form-insets.ts'
import { openStaff } from '../../../test/harness/renderer/page-harness.ts'

const field = () => page.getByLabelText('PIN', { exact: true })
const dots = () => document.querySelectorAll('.dots .full').length

describe('the PIN pad', () => {
  it('takes a PIN from the keys on the screen, and shows dots alone', async () => {
    const harness = await openStaff('staff-enter-pin')
    await press(...Array.from('482915'))
    expect(dots()).toBe(6)
    await press('Erase', '7')
    expect(document.querySelector('.staff')!.textContent).not.toContain('482917')
    await expect.element(field()).toHaveAttribute('type', 'password')
    await press('Unlock')
    expect(harness.commands).toEqual([{ type: 'submitPin', pin: '482917' }])
  })

  it('asks for the present PIN before another is chosen, and says that this is why', async () => {
    const harness = await openStaff('staff-enter-pin-change')
    await expect.element(heading()).toMatchTextContent(/holds now/)
    await userEvent.keyboard('482917{Enter}')
    await userEvent.keyboard('{Escape}')
    expect(harness.commands).toEqual([
      { type: 'submitPin', pin: '482917' },
      { type: 'openStaffPage', page: 'machine' },
    ])
  })

  it('says who asks, on the line that no form reaches', async () => {
    await openStaff('staff-enter-pin')
    const sign = page.getByText('A patient’s form can never reach this line', { exact: false })
    await expect.element(sign).toBeVisible()
    const { top, bottom } = sign.element().getBoundingClientRect()
    expect(bottom).toBe(innerHeight)
    expect(top).toBeGreaterThanOrEqual(innerHeight - formBarHeight(innerHeight))
  })

  it('gives no second PIN away by the number of its dots', async () => {
    await openStaff('staff-enter-pin')
    expect(document.querySelectorAll('.dots i')).toHaveLength(6)
    await userEvent.keyboard('1234567890123')
    expect(dots()).toBe(12)
  })
})

it('choosing a PIN has no way back on the first start', async () => {
  const harness = await openStaff('staff-choose-pin-first')
  await isGone(button('Cancel'))
  await userEvent.keyboard('{Escape}')
  expect(harness.commands).toEqual([])
})

it('forgets a kiosk only by its PIN, and says when it was wrong', async () => {
  const harness = await openStaff('staff-machine')
  await press('Forget everything')
  await expect.element(heading(undefined, 2)).toHaveFocus()
  await userEvent.keyboard('482917{Enter}')
  expect(harness.commands).toEqual([{ type: 'forgetKiosk', pin: '482917' }])
  await harness.showScreen('staff-machine-forget-wrong')
  await expect.element(page.getByRole('alert')).toHaveTextContent('This PIN is not right.')
  expect(document.documentElement.outerHTML).not.toContain('482917')
  await press('Cancel')
  await expect.element(heading()).toHaveFocus()
})
