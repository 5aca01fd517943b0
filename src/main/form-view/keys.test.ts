import { expect, it } from 'vitest'
import { isShortcut, withAltGraph } from './keys.ts'

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
  ...'ntwpsofurlhj+-=01gdkeqm'.split('').map((key) => `Control-${key}`),
  ...'RJCTWQOBPM'.split('').map((key) => `Control-Shift-${key}`),
  ...['Control-F4', 'Control-F5', 'Shift-F10', 'Alt-f', 'Alt-e', 'Alt-Home', 'Alt-ArrowRight'],
  ...['Alt-Shift-I', 'Alt-Shift-B', 'Alt-Shift-A', 'F3', 'F6', 'F7', 'F10', 'Find', 'Help', 'New'],
  ...['BrowserForward', 'BrowserRefresh', 'BrowserSearch', 'BrowserFavorites', 'Close'],
  ...['Control-Tab', 'Control-Enter', 'Control-c', 'Control-x', 'Meta-c', 'Control-Shift-I'],
  ...['Control-Shift-N', 'Control-Shift-A', 'Control-Shift-Delete', 'Meta-q', 'Meta-Space'],
  ...['Alt-F4', 'Alt-ArrowLeft'],
  ...['Alt-d', 'F1', 'F5', 'F11', 'F12', 'Shift-Escape', 'Control-Escape', 'Alt-Tab'],
  ...['BrowserBack', 'BrowserHome', 'LaunchMail', 'PrintScreen', 'ContextMenu'],
  // Control or alt held beside AltGr, as Linux reports it; named keys and function keys with it on Windows.
  ...['Control-AltGraph-t', 'Control-AltGraph-@', 'Control-Shift-AltGraph-I', 'Alt-AltGraph-d'],
  ...['Control-AltGraph-Tab', 'AltGraph-F12', 'Control-AltGraph-F4', 'Meta-AltGraph-l'],
  ...['Control-Alt-AltGraph-Tab', 'Control-Alt-AltGraph-ArrowLeft', 'Control-Alt-Delete'],
])('%s does not reach the browser', (combination) => {
  expect(isShortcut(press(combination))).toBe(true)
})

it.each([
  ...['a', 'A', 'F', 'é', '5', '@', ' ', 'Enter', 'Tab', 'Shift-Tab', 'Escape', 'Backspace'],
  ...['ArrowLeft', 'Home', 'PageDown', 'Shift-P', 'Control-v', 'Control-Shift-Z'],
  ...['Control-ArrowLeft', 'Control-Shift-ArrowLeft', 'Control-Backspace', 'Control-Control'],
  ...['Control-Alt-Shift-S', 'Control-Alt-Shift-s'],
  ...['AltGraph-Shift-Ω', 'AltGraph-Dead', 'Control-Alt-AltGraph-Dead', 'AltGraph-Backspace'],
  ...['AltGraph-AltGraph', 'Control-Alt-AltGraph-AltGraph', 'Control-Alt-AltGraph-😀'],
  ...['AltGraph-@', 'AltGraph-Control-Alt-€', 'Process', 'Dead', 'Unidentified', 'Shift-Shift'],
])('%s is for typing and moving', (combination) => {
  expect(isShortcut(press(combination))).toBe(false)
})

it.each([
  ['types € by AltGr on Windows', 'Control-Alt-€', 'win32', false],
  ['types { by AltGr on Windows', 'Control-Alt-{', 'win32', false],
  ['starts an accent by AltGr on Windows', 'Control-Alt-Dead', 'win32', false],
  ['takes Control and Alt with a letter on Windows', 'Control-Alt-t', 'win32', true],
  ['takes Control and Alt with a digit on Windows', 'Control-Alt-1', 'win32', true],
  ['takes Control and Alt with a named key on Windows', 'Control-Alt-Delete', 'win32', true],
  ['types @ by AltGr on Linux', '@', 'linux', false],
  ['takes Control with AltGr on Linux', 'Control-@', 'linux', true],
  ['takes Control and Alt with a sign on Linux', 'Control-Alt-=', 'linux', true],
  ['takes Control and Alt with a letter on macOS', 'Control-Alt-t', 'darwin', true],
  ['leaves the staff gesture', 'Control-Alt-Shift-S', 'win32', false],
] as const)('Electron %s', (_what, combination, platform, expected) => {
  const { key, control, alt, meta, shift } = press(combination)
  expect(isShortcut(withAltGraph({ key, control, alt, meta, shift }, platform))).toBe(expected)
})
