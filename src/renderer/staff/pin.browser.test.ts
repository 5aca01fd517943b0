import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, heading, isGone, press } from '../../../test/harness/renderer/on-page.ts'
import { formBarHeight } from '../../shared/form-insets.ts'
import type { Command } from '../../shared/ipc.ts'
import type { StaffScreen } from '../../shared/staff.ts'
import { openStaff } from '../../../test/harness/renderer/page-harness.ts'
import { staffScreens } from '../../../test/harness/renderer/staff-views.ts'

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

const member = '00000000-0000-4000-8000-000000000000'
const secret = 'six boats, 9 kites'

describe.each<[screen: string, label: string, typed: string, wrong: string, command: Command]>([
  [
    ...(['staff-enter-pin', 'PIN', '482917', 'This PIN is not right.'] as const),
    { type: 'submitPin', pin: '482917' },
  ],
  [
    ...(['staff-member-secret', 'PIN or passphrase', secret, 'This is not right.'] as const),
    { type: 'submitMember', member, secret },
  ],
])('what is typed on %s', (screen, label, typed, wrong, command) => {
  const field = () => page.getByLabelText(label, { exact: true })

  it('is taken from a real keyboard at once, and kept nowhere', async () => {
    const harness = await openStaff(screen)
    await userEvent.keyboard(`${typed}{Enter}`)
    expect(harness.commands).toEqual([command])
    await harness.showScreen(`${screen}-checking`)
    await expect.element(field()).toHaveValue('')
    await userEvent.keyboard(`${typed}{Enter}`)
    await expect.element(field()).toHaveValue('')
    expect(harness.commands).toHaveLength(1)
    expect(document.querySelectorAll('.full')).toHaveLength(0)
    expect(document.documentElement.outerHTML).not.toContain(typed)
  })

  it('is not sent while it is empty, and is left by Escape', async () => {
    const harness = await openStaff(screen)
    await press('Unlock')
    await userEvent.keyboard('{Escape}')
    expect(harness.commands).toEqual([{ type: 'closeStaff' }])
  })

  it('is called wrong each time', async () => {
    const harness = await openStaff(`${screen}-wrong`)
    const first = document.querySelector('[role=alert]')
    await expect.element(field()).toHaveAccessibleDescription(new RegExp(`^${wrong}`))
    const again = { ...staffScreens[`${screen}-wrong`]!, errorCount: 2 } as StaffScreen
    await harness.showScreen(again)
    expect(document.querySelector('[role=alert]')).not.toBe(first)
  })

  it('waits as long as it must, counted down, and is taken then', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const waiting = { ...staffScreens[`${screen}-wait`]!, waitMs: 1_500 } as StaffScreen
    const harness = await openStaff(screen)
    await harness.showScreen(waiting)
    const timer = page.getByRole('timer')
    await expect.element(timer).toHaveTextContent('You can try again in 2 seconds.')
    if (screen === 'staff-enter-pin') await isGone(button('1'))
    await userEvent.keyboard(`${typed}{Enter}`)
    vi.advanceTimersByTime(600)
    await expect.element(timer).toHaveTextContent('You can try again in 1 second.')
    expect(harness.commands).toEqual([])
    vi.advanceTimersByTime(1_000)
    await isGone(timer)
    await userEvent.keyboard(`${typed}{Enter}`)
    expect(harness.commands).toEqual([command])
  })
})
