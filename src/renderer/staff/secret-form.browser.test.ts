import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Command } from '../../shared/ipc.ts'
import type { StaffScreen } from '../../shared/staff.ts'
import { button, isGone, press } from '../../../test/harness/renderer/on-page.ts'
import { openStaff } from '../../../test/harness/renderer/page-harness.ts'
import { staffScreens } from '../../../test/harness/renderer/staff-views.ts'

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
