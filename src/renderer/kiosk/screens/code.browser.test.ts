import { expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { button, isGone, press, sees } from '#harness/renderer/on-page.ts'
import { openScreen } from '#harness/renderer/page-harness.ts'
import type { Screen } from '../../../shared/ipc.ts'
import { deskCode, screens } from '#harness/renderer/views.ts'
import { hiddenTyping } from '../state/hidden-typing.svelte.ts'

const field = () => page.getByRole('textbox', { name: 'Code with 6 numbers' })
const code = (name: string, more: object) => ({ ...screens[name], ...more }) as Screen
const told = (words: string) => expect.element(page.getByRole('status')).toHaveTextContent(words)
const boxes = () => [...document.querySelectorAll('.boxes span')].map((box) => box.textContent)

it('fills its boxes from the keys on the screen, and sends the code once for who taps on by habit', async () => {
  const harness = await openScreen('code-phone')
  await press(...Array.from('12345'))
  await expect.poll(boxes).toEqual([...Array.from('••••5'), ''])
  expect(harness.commands).toEqual([])
  const asSoon = 'We check the code as soon as it is complete.'
  await expect.element(field()).toHaveAccessibleDescription(asSoon)
  // Right after each other, however slow the machine is.
  for (const name of ['6', '7', 'Continue']) (button(name).element() as HTMLElement).click()
  await expect.poll(boxes).toEqual(Array.from('•••••6'))
  expect(harness.commands).toEqual([{ type: 'submitCode', code: '123456' }])
})

it.each([
  ['a wrong code would be the last', code('code-phone', { lastTry: true }), 'submitCode'],
  ['the code is from the desk', deskCode, 'submitDeskCode'],
] as const)('waits for a tap where %s', async (_, screen, type) => {
  const harness = await openScreen(screen)
  await press(...Array.from('1234567'), 'Erase', '9')
  expect(harness.commands).toEqual([])
  await expect.element(field()).not.toHaveAccessibleDescription()
  await press('Continue')
  expect(harness.commands).toEqual([{ type, code: '123459' }])
})

it('takes a pasted code with its blanks', async () => {
  await openScreen('code-phone')
  const input = field().element() as HTMLInputElement
  input.focus()
  await cdp().send('Input.insertText', { text: ' 481 516 ' })
  await expect.poll(boxes).toEqual(Array.from('•••••6'))
  await expect.element(field()).toHaveValue('481516')
})

it('takes a real keyboard at once, and Enter sends', async () => {
  const harness = await openScreen('code-phone')
  await userEvent.keyboard('48x1{Backspace}2{Enter}')
  expect(harness.commands).toEqual([{ type: 'submitCode', code: '482' }])
})

it.each([
  ['code-phone', 'incomplete'],
  ['code-phone', 'wrong'],
  ['code-phone', 'expired'],
  ['desk-code', 'wrong'],
])('on %s, says what is amiss: %s', async (name, error) => {
  await openScreen(code(name, { error }))
  await expect.element(page.getByRole('group', { name: 'Please check one thing' })).toHaveFocus()
  await expect.element(field()).toBeInvalid()
  await expect.element(field()).toHaveAccessibleDescription(/code/)
})

const waits = ['code-wrong-wait', 'desk-code-pause']
it.each(waits)('says when a code may be tried again, and takes none before: %s', async (name) => {
  const harness = await openScreen(name)
  await expect.element(button(/^Try again in \d\d s$/)).toHaveAttribute('aria-disabled', 'true')
  await told('Take your time and look at the code once more. You can try again in a moment.')
  await userEvent.keyboard('481516{Enter}')
  await expect.element(field()).toHaveValue('481516')
  await button(/^Try again in/).click({ force: true })
  expect(harness.commands).toEqual([])
})

it('takes the code that was typed meanwhile once the wait is over, and says that it does', async () => {
  const harness = await openScreen(code('code-wrong-wait', { waitMs: 900 }))
  await userEvent.keyboard('481516')
  await told('You can try the code again now.')
  await press('Continue')
  expect(harness.commands).toEqual([{ type: 'submitCode', code: '481516' }])
})

it('offers another code once the wait is over, and says so', async () => {
  const harness = await openScreen(code('code-phone', { resendInMs: 900 }))
  await sees(page.getByText('Send a new code in 1 s'), button('Send a new code'))
  await told('You can ask for a new code now.')
  await press('Send a new code')
  expect(harness.commands).toEqual([{ type: 'resendCode' }])
})

it.each([
  ['en', 'Code with 8 letters and numbers', 'Continue'],
  ['es', 'Código de 8 letras y números', 'Continuar'],
] as const)(
  'takes letters and digits where codes have both, in %s',
  async (locale, label, next) => {
    const harness = await openScreen('code-letters', { locale })
    await sees(page.getByRole('textbox', { name: label }))
    await press(...Array.from('AB23'))
    await userEvent.keyboard('k-4 z9x')
    await expect.poll(boxes).toEqual(Array.from('•••••••9'))
    await sees(button(next))
    expect(harness.commands).toEqual([{ type: 'submitCode', code: 'AB23K4Z9' }])
  },
)

it('says where the code went, and shows all of it on a tap', async () => {
  const lede = () => document.querySelector('.lede')?.textContent
  const harness = await openScreen('code-phone')
  expect(lede()).toBe('We sent 6 numbers to the phone that ends in 01.')
  await press('Show number')
  expect(harness.commands).toEqual([{ type: 'showContact' }])
  await harness.showScreen('code-shown')
  expect(lede()).toBe('We sent the code to +1 415 555 0101.')
  const status = () => document.querySelector('[role=status].strong')?.textContent.trim()
  await expect.poll(status).toBe('We sent the code to +1 415 555 0101.')
  await isGone(button('Show number'))
})

it('hides every character on a tap, from screen readers too, and shows them again', async () => {
  await openScreen('code-phone')
  await userEvent.keyboard('48')
  await expect.poll(() => boxes().slice(0, 3)).toEqual(['•', '8', ''])
  await press('Hide what I type')
  await expect.element(button('Show what I type')).toHaveAttribute('aria-pressed', 'true')
  expect(boxes().slice(0, 3)).toEqual(['•', '•', ''])
  expect(document.querySelector<HTMLInputElement>('#code')?.type).toBe('password')
  await press('Show what I type')
  expect(boxes().slice(0, 3)).toEqual(['•', '8', ''])
  expect(hiddenTyping.isOn).toBe(false)
})

it('shows the whole code beside its error', async () => {
  const harness = await openScreen('code-phone')
  await userEvent.keyboard('481516')
  await harness.showScreen('code-wrong')
  await expect.poll(boxes).toEqual(Array.from('481516'))
})

it('offers a call that reads the code, beside another one, and says when it comes', async () => {
  const harness = await openScreen('code-call-offered')
  await sees(button('Send a new code'))
  await press('Call me with the code')
  expect(harness.commands).toEqual([{ type: 'callCode' }])
  await harness.showScreen('code-called')
  await told('We are calling you with a new code.')
  expect(document.querySelector('.lede')?.textContent).toContain('We are calling the phone')
  await isGone(button('Call me with the code'))
})
