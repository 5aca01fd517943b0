import { expect, it } from 'vitest'
import { keyEvents } from './form-keyboard.ts'

it.each([
  ['a', { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, modifiers: 0, text: 'a' }],
  ['Q', { key: 'Q', code: 'KeyQ', windowsVirtualKeyCode: 81, modifiers: 8, text: 'Q' }],
  ['7', { key: '7', code: 'Digit7', windowsVirtualKeyCode: 55, modifiers: 0, text: '7' }],
  [' ', { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' }],
  ['ñ', { key: 'ñ', code: '', modifiers: 0, text: 'ñ' }],
])('%s goes down as on a keyboard that has it', (text, down) => {
  expect(keyEvents({ type: 'text', text })).toEqual([expect.objectContaining(down)])
})

it('types an ending letter by letter', () => {
  const typed = keyEvents({ type: 'text', text: '@x.com' }).map(({ text }) => text)
  expect(typed.join('')).toBe('@x.com')
})

it.each([
  [{ type: 'delete' }, 'Backspace', 'rawKeyDown'],
  [{ type: 'enter' }, 'Enter', 'keyDown'],
  [{ type: 'tab' }, 'Tab', 'rawKeyDown'],
  [{ type: 'move', to: 'left' }, 'ArrowLeft', 'rawKeyDown'],
] as const)('%o is a key of its own', (input, key, type) => {
  expect(keyEvents(input)).toEqual([expect.objectContaining({ key, type })])
})
