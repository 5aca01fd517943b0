import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { StaffScreen } from '../../shared/staff.ts'
import { button, heading, isGone, press } from '../../../test/harness/renderer/on-page.ts'
import { openScreen, type PageHarness } from '../../../test/harness/renderer/page-harness.ts'
import { staffScreens } from '../../../test/harness/renderer/staff-views.ts'

const field = () => page.getByLabelText('PIN', { exact: true })
const dots = () => document.querySelectorAll('.dots .full').length

async function open(name: string): Promise<PageHarness> {
  const harness = await openScreen(name)
  await expect.element(heading()).toHaveFocus()
  return harness
}

describe('the PIN pad', () => {
  it('takes a PIN from the keys on the screen, and shows dots alone', async () => {
    const harness = await open('staff-enter-pin')
    for (const digit of '482915') await button(digit).click()
    expect(dots()).toBe(6)
    await press('Erase', '7')
    expect(document.querySelector('.staff')!.textContent).not.toContain('482917')
    await expect.element(field()).toHaveAttribute('type', 'password')
    await button('Unlock').click()
    expect(harness.commands).toEqual([{ type: 'submitPin', pin: '482917' }])
  })

  it('takes a real keyboard at once, and nothing but digits', async () => {
    const harness = await open('staff-enter-pin')
    await userEvent.keyboard('4a8-29173{Enter}')
    expect(harness.commands).toEqual([{ type: 'submitPin', pin: '4829173' }])
  })

  it('keeps nothing of what was given', async () => {
    const harness = await open('staff-enter-pin')
    await userEvent.keyboard('482917{Enter}')
    await harness.showScreen('staff-enter-pin-checking')
    await expect.element(field()).toHaveValue('')
    expect(dots()).toBe(0)
    expect(document.documentElement.outerHTML).not.toContain('482917')
  })

  it('sends nothing while it is empty, or while a PIN is looked at', async () => {
    const harness = await open('staff-enter-pin')
    await button('Unlock').click()
    await harness.showScreen('staff-enter-pin-checking')
    await userEvent.keyboard('482917{Enter}')
    expect(harness.commands).toEqual([])
    expect(dots()).toBe(0)
  })

  it('asks for the present PIN before another is chosen, and says that this is why', async () => {
    const harness = await open('staff-enter-pin-change')
    await expect.element(heading()).toMatchTextContent(/holds now/)
    await userEvent.keyboard('482917{Enter}')
    await userEvent.keyboard('{Escape}')
    expect(harness.commands).toEqual([
      { type: 'submitPin', pin: '482917' },
      { type: 'openStaffPage', page: 'machine' },
    ])
  })

  it('is left by Escape', async () => {
    const harness = await open('staff-enter-pin')
    await userEvent.keyboard('{Escape}')
    expect(harness.commands).toEqual([{ type: 'closeStaff' }])
  })

  it('says each time that a PIN was wrong', async () => {
    const harness = await open('staff-enter-pin-wrong')
    const first = document.querySelector('[role=alert]')
    expect(first!.textContent).toContain('This PIN is not right.')
    await expect.element(field()).toHaveAccessibleDescription('This PIN is not right.')
    await harness.showScreen({
      ...staffScreens['staff-enter-pin-wrong']!,
      errorCount: 2,
    } as StaffScreen)
    expect(document.querySelector('[role=alert]')).not.toBe(first)
  })

  it('gives no second PIN away by the number of its dots', async () => {
    await open('staff-enter-pin')
    expect(document.querySelectorAll('.dots i')).toHaveLength(6)
    await userEvent.keyboard('1234567890123')
    expect(dots()).toBe(12)
  })
})

it('counts down while it must wait, takes nothing, and then takes a PIN again', async () => {
  const waiting = { ...staffScreens['staff-enter-pin-wait']!, waitMs: 1_500 } as StaffScreen
  const harness = await open('staff-enter-pin')
  await harness.showScreen(waiting)
  const timer = page.getByRole('timer')
  await expect.element(timer).toHaveTextContent('You can try again in 2 seconds.')
  await isGone(button('1'))
  await userEvent.keyboard('482917{Enter}')
  await expect.element(timer).toHaveTextContent('You can try again in 1 second.')
  expect(harness.commands).toEqual([])
  await isGone(timer)
  await userEvent.keyboard('482917{Enter}')
  expect(harness.commands).toEqual([{ type: 'submitPin', pin: '482917' }])
})

describe('choosing a PIN', () => {
  it('asks twice, also for the same PIN right after the first', async () => {
    const harness = await open('staff-choose-pin')
    await userEvent.keyboard('482917{Enter}')
    await harness.showScreen('staff-choose-pin-repeat')
    await expect.element(heading()).toHaveTextContent('Type the PIN again')
    await userEvent.keyboard('482917{Enter}')
    expect(harness.commands).toEqual([
      { type: 'choosePin', pin: '482917' },
      { type: 'choosePin', pin: '482917' },
    ])
  })

  it('has no way back on the first start', async () => {
    const harness = await open('staff-choose-pin-first')
    await isGone(button('Cancel'))
    await userEvent.keyboard('{Escape}')
    expect(harness.commands).toEqual([])
  })

  it.each([
    ['staff-choose-pin-too-short', 'Please use at least 6 digits.'],
    ['staff-choose-pin-too-easy', 'This PIN is easy to guess.'],
    ['staff-choose-pin-not-same', 'The two were not the same'],
  ])('says what is wrong: %s', async (name, text) => {
    await open(name)
    await expect.element(page.getByRole('alert')).toMatchTextContent(new RegExp(text))
  })
})

it('forgets a kiosk only by its PIN, and says when it was wrong', async () => {
  const harness = await open('staff-machine')
  await button('Forget everything').click()
  await expect.element(heading(undefined, 2)).toHaveFocus()
  await userEvent.keyboard('482917{Enter}')
  expect(harness.commands).toEqual([{ type: 'forgetKiosk', pin: '482917' }])
  await harness.showScreen('staff-machine-forget-wrong')
  await expect.element(page.getByRole('alert')).toHaveTextContent('This PIN is not right.')
  expect(document.documentElement.outerHTML).not.toContain('482917')
  await button('Cancel').click()
  await expect.element(heading()).toHaveFocus()
})
