import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, heading, isGone, press, sees } from '../../../test/harness/renderer/on-page.ts'
import { openScreen, openStaff } from '../../../test/harness/renderer/page-harness.ts'

const ana = '00000000-0000-4000-8000-000000000000'
const typed = 'six boats, 9 kites'
const field = () => page.getByLabelText('PIN or passphrase', { exact: true })

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
  await field().fill(typed)
  await userEvent.keyboard('{Enter}')
  expect(harness.commands).toEqual([{ type: 'submitMember', member: ana, secret: typed }])
})

it('forgets a kiosk by what they sign in with, or by its PIN where the desk is silent', async () => {
  const harness = await openScreen('staff-machine-forget-member')
  await press('Forget everything')
  await expect.element(heading(undefined, 2)).toHaveFocus()
  await field().fill(typed)
  await userEvent.keyboard('{Enter}')
  expect(harness.commands).toEqual([{ type: 'forgetKioskAsMember', secret: typed }])
  await harness.showScreen('staff-machine-forget-member-wrong')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/This is not right/)
  expect(document.documentElement.outerHTML).not.toContain(typed)
  await harness.showScreen('staff-machine-forget-desk-silent')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The desk does not answer/)
  await isGone(field())
  await userEvent.keyboard('482917{Enter}')
  expect(harness.commands.at(-1)).toEqual({ type: 'forgetKiosk', pin: '482917' })
})

it('what a member signs in with is taken from the keys on the screen, and hidden until it shall be shown', async () => {
  const harness = await openStaff('staff-member-secret')
  await press('4', '8', 'q')
  await expect.element(field()).toHaveAttribute('type', 'password')
  await expect.element(field()).toHaveValue('48q')
  await press('Show')
  await expect.element(field()).toHaveAttribute('type', 'text')
  await press('Unlock')
  expect(harness.commands).toEqual([{ type: 'submitMember', member: ana, secret: '48q' }])
  await expect.element(field()).toHaveAttribute('type', 'password')
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
