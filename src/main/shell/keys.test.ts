import { expect, it } from 'vitest'
import { isShortcut } from './keys.ts'

const press = (combination: string) => {
  const parts = combination.split('-')
  const held = new Set(parts.slice(0, -1))
  return {
    key: parts.at(-1) ?? '',
    control: held.has('Control'),
    alt: held.has('Alt'),
    meta: held.has('Meta'),
    shift: held.has('Shift'),
    altGraph: held.has('AltGraph'),
  }
}

it.each([
  ...[
    'n',
    't',
    'w',
    'p',
    's',
    'o',
    'f',
    'u',
    'r',
    'l',
    'h',
    'j',
    '+',
    '=',
    '0',
    'Tab',
    'Enter',
  ].map((key) => `Control-${key}`),
  ...[
    'Control-c',
    'Control-x',
    'Meta-c',
    'Control-Shift-I',
    'Control-Shift-N',
    'Control-Shift-A',
    'Control-Shift-Delete',
    'Meta-q',
    'Meta-Space',
    'Alt-F4',
    'Alt-ArrowLeft',
  ],
  ...['Alt-d', 'F1', 'F5', 'F11', 'F12', 'Shift-Escape', 'Control-Escape', 'Alt-Tab'],
  ...['BrowserBack', 'BrowserHome', 'LaunchMail', 'PrintScreen', 'ContextMenu'],
])('%s does not reach the browser', (combination) => {
  expect(isShortcut(press(combination))).toBe(true)
})

it.each([
  ...['a', 'A', 'F', 'é', '5', '@', ' ', 'Enter', 'Tab', 'Shift-Tab', 'Escape', 'Backspace'],
  ...['ArrowLeft', 'Home', 'PageDown', 'Shift-P', 'Control-v', 'Control-Shift-Z'],
  ...['Control-ArrowLeft', 'Control-Shift-ArrowLeft', 'Control-Backspace', 'Control-Control'],
  ...['Control-Alt-Shift-S', 'Control-Alt-Shift-s'],
  ...['AltGraph-@', 'AltGraph-Control-Alt-€', 'Process', 'Dead', 'Unidentified', 'Shift-Shift'],
])('%s is for typing and moving', (combination) => {
  expect(isShortcut(press(combination))).toBe(false)
})
