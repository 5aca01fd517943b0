import type { KeyInput } from '../../shared/key-input.ts'

/** Parameters of `Input.dispatchKeyEvent` of Chromium's DevTools protocol for the way down of a key. */
export interface KeyDown {
  readonly type: 'keyDown' | 'rawKeyDown'
  readonly key: string
  readonly code: string
  readonly windowsVirtualKeyCode: number
  readonly modifiers: number
  readonly text?: string
}

const shift = 8

const named = {
  delete: ['Backspace', 'Backspace', 8],
  enter: ['Enter', 'Enter', 13],
  tab: ['Tab', 'Tab', 9],
  left: ['ArrowLeft', 'ArrowLeft', 37],
  up: ['ArrowUp', 'ArrowUp', 38],
  right: ['ArrowRight', 'ArrowRight', 39],
  down: ['ArrowDown', 'ArrowDown', 40],
} as const

function namedKey(name: keyof typeof named): KeyDown {
  const [key, code, windowsVirtualKeyCode] = named[name]
  const down = { key, code, windowsVirtualKeyCode, modifiers: 0 }
  return name === 'enter'
    ? { ...down, type: 'keyDown', text: '\r' }
    : { ...down, type: 'rawKeyDown' }
}

/** A character as a key of a keyboard that has it: pages that listen to keys see what they would see of a real one. */
function characterKey(text: string): KeyDown {
  const isLetter = /^[a-z]$/i.test(text)
  const isDigit = /^\d$/.test(text)
  const code = isLetter ? `Key${text.toUpperCase()}` : isDigit ? `Digit${text}` : ''
  return {
    type: 'keyDown',
    key: text,
    code: text === ' ' ? 'Space' : code,
    windowsVirtualKeyCode:
      isLetter || isDigit || text === ' ' ? text.toUpperCase().charCodeAt(0) : 0,
    modifiers: text === text.toLowerCase() ? 0 : shift,
    text,
  }
}

/** The keys that go down, one after another, for what a key of Foyer's keyboard asks. */
export function keyEvents(input: KeyInput): readonly KeyDown[] {
  switch (input.type) {
    case 'text':
      return Array.from(input.text).map(characterKey)
    case 'move':
      return [namedKey(input.to)]
    default:
      return [namedKey(input.type)]
  }
}
