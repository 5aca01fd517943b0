import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, press, sees } from '#harness/renderer/on-page.ts'
import { openScreen, PageHarness } from '#harness/renderer/page-harness.ts'
import { screens, viewOf } from '#harness/renderer/views.ts'

const phone = viewOf(screens['contact-phone']!)
const field = () => page.getByRole('textbox')

describe('phone', () => {
  it('groups what the keys on the screen type, and sends it bare', async () => {
    const harness = await PageHarness.open(phone)
    await press('202, area code', ...Array.from('5550143'))
    await expect.element(field()).toHaveValue('(202) 555-0143')
    await press('Erase', '4', 'Send my code')
    expect(harness.commands).toEqual([{ type: 'submitContact', value: '2025550144' }])
  })

  it('hides what is typed on a tap, also on the next screen', async () => {
    const harness = await openScreen('contact-phone')
    await press('Hide what I type')
    expect(document.querySelector<HTMLInputElement>('#contact')?.type).toBe('password')
    await userEvent.keyboard('2025550143{Enter}')
    expect(harness.commands).toEqual([{ type: 'submitContact', value: '2025550143' }])
    await harness.showScreen('birth-date')
    await expect.element(button('Show what I type')).toHaveAttribute('aria-pressed', 'true')
    expect([...document.querySelectorAll('input')].every(({ type }) => type === 'password')).toBe(
      true,
    )
    await press('Show what I type')
  })

  it('keeps what was typed when main answers with an error, and moves the focus to it', async () => {
    const harness = await openScreen('contact-phone')
    await press('2', '0')
    await harness.showScreen('contact-phone-not-valid')
    await expect.element(page.getByRole('group', { name: 'Please check one thing' })).toHaveFocus()
    await expect.element(field()).toHaveValue('20')
    await expect.element(field()).toHaveAccessibleDescription(/too short or too long/)
    await press(page.getByRole('button', { name: /too short or too long/ }))
    await expect.element(field()).toHaveFocus()
  })
})

it('e-mail is typed with letters and shortcuts', async () => {
  const harness = await openScreen('contact-email')
  const signs = ['Dot', '7', 'Underscore', 'Hyphen', 'x']
  await press(...Array.from('rosa'), ...signs, '@yahoo.com', '@gmail.com')
  await expect.element(field()).toHaveValue('rosa.7_-x@gmail.com')
  await press('Send my code')
  expect(harness.commands).toEqual([{ type: 'submitContact', value: 'rosa.7_-x@gmail.com' }])
})

describe('what the patient has gone on from', () => {
  it.each([
    ['phone', '2025550143', '4', ['(•••) •••-••43', '20255501434', '(202) 555-0143']],
    ['email', 'ana@example.org', 'm', ['a••@example.org', 'ana@example.orgm', 'ana@example.org']],
  ] as const)(
    'is masked, and all of it when they come back: %s',
    async (channel, value, more, of) => {
      const [masked, longer, shown] = of
      const harness = await openScreen(`contact-${channel}`)
      await userEvent.keyboard(`${value}{Tab}`)
      await expect.element(field()).toHaveValue(masked)
      await press(more)
      await expect.element(field()).toHaveValue(longer)
      await press('Erase', field())
      await expect.element(field()).toHaveValue(shown)
      await userEvent.keyboard('{Enter}')
      expect(harness.commands).toEqual([{ type: 'submitContact', value }])
    },
  )

  it('is shown in whole where something is amiss with it', async () => {
    const harness = await openScreen('contact-email')
    await userEvent.keyboard('ana@example{Enter}')
    await harness.showScreen('contact-email-not-valid')
    await expect.element(field()).toHaveValue('ana@example')
  })
})

describe('the lock of a visit without a record', () => {
  it('asks for the same number, and offers no other way', async () => {
    const harness = await openScreen('locked-by-phone')
    await sees(page.getByRole('heading', { name: 'Is it still you?' }))
    await press(...Array.from('2025550143'), 'Continue')
    expect(harness.commands).toEqual([{ type: 'submitContact', value: '2025550143' }])
    expect(document.querySelector('.links')).toBeNull()
  })
})
