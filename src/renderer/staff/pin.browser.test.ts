import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, heading, isGone, press, sees } from '#harness/renderer/on-page.ts'
import { formBarHeight } from '../../shared/form-insets.ts'
import type { Command } from '../../shared/ipc.ts'
import type { StaffScreen } from '../../shared/staff.ts'
import { openScreen, openStaff } from '#harness/renderer/page-harness.ts'
import { staffScreens } from '#harness/renderer/staff-views.ts'

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

const member = '00000000-0000-4000-8000-000000000000'
const secret = 'six boats, 9 kites'
const secretField = () => page.getByLabelText('PIN or passphrase', { exact: true })

it.each([
  ...['staff-choose-member', 'staff-desk-asked', 'staff-desk-away', 'staff-member-secret'],
  'staff-no-role',
])('%s is left by Escape, and offers no other way in', async (name) => {
  const harness = await openStaff(name)
  await userEvent.keyboard('{Escape}')
  expect(harness.commands).toEqual([{ type: 'closeStaff' }])
  const pins = page.getByRole('button', { name: /PIN/ }).elements()
  expect(pins).toHaveLength(name === 'staff-desk-away' ? 1 : 0)
})

it('confirms another PIN by what they sign in with, and offers nobody else', async () => {
  const harness = await openStaff('staff-member-secret-change')
  await isGone(button('Somebody else'))
  await secretField().fill(secret)
  await userEvent.keyboard('{Enter}')
  expect(harness.commands).toEqual([{ type: 'submitMember', member, secret }])
})

const forgetting: [by: string, field: string, typed: string, said: string, command: Command][] = [
  [
    ...(['staff-machine', 'PIN', '482917', 'This PIN is not right.'] as const),
    { type: 'forgetKiosk', pin: '482917' },
  ],
  [
    ...(['staff-machine-forget-member', 'PIN or passphrase', secret, 'This is not right'] as const),
    { type: 'forgetKioskAsMember', secret },
  ],
]
it.each(forgetting)('on %s a kiosk is forgotten only by the %s', async (name, label, ...of) => {
  const [typed, said, command] = of
  const harness = await openStaff(name)
  await press('Forget everything')
  await expect.element(heading(undefined, 2)).toHaveFocus()
  await userEvent.keyboard(`${typed}{Enter}`)
  expect(harness.commands).toEqual([command])
  await harness.showScreen(label === 'PIN' ? `${name}-forget-wrong` : `${name}-wrong`)
  await expect.element(page.getByRole('alert')).toMatchTextContent(said)
  expect(document.documentElement.outerHTML).not.toContain(typed)
  await press('Cancel')
  await expect.element(heading()).toHaveFocus()
})

it('forgets a kiosk by its PIN where the desk is silent', async () => {
  const harness = await openScreen('staff-machine-forget-desk-silent')
  await press('Forget everything')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The desk does not answer/)
  await isGone(secretField())
  await userEvent.keyboard('482917{Enter}')
  expect(harness.commands).toEqual([{ type: 'forgetKiosk', pin: '482917' }])
})

it('what a member signs in with is taken from the keys on the screen, and hidden until it shall be shown', async () => {
  const harness = await openStaff('staff-member-secret')
  await press('4', '8', 'q')
  await expect.element(secretField()).toHaveAttribute('type', 'password')
  await expect.element(secretField()).toHaveValue('48q')
  await press('Show')
  await expect.element(secretField()).toHaveAttribute('type', 'text')
  await press('Unlock')
  expect(harness.commands).toEqual([{ type: 'submitMember', member, secret: '48q' }])
  await expect.element(secretField()).toHaveAttribute('type', 'password')
})

it('the panel of a member says who is in, and offers what they may open and nothing else', async () => {
  await openStaff('staff-home-reception')
  await sees(page.getByText('Staff: Ana Ruiz'))
  const names = page.getByRole('navigation').getByRole('button').elements()
  expect(names.map(({ textContent }) => textContent.trim())).toEqual([
    'Overview',
    'Check-ins kept here',
  ])
  for (const name of ['Enter credentials', 'Test', 'Look']) await isGone(button(name))
  await sees(button('Take out of service'))
})

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
    await harness.showScreen({ ...staffScreens[`${screen}-wrong`]!, errorCount: 2 } as StaffScreen)
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
