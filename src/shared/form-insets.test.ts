import { expect, it } from 'vitest'
import { formBarHeight, formInsets, keyboardHeight } from './form-insets.ts'

const screens = [
  { width: 1080, height: 1920 },
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
]

it.each(screens)('leaves the bar free, and the keys while they are shown: %o', (screen) => {
  const keys = keyboardHeight(screen)
  const bar = formBarHeight(screen.height)
  expect(formInsets({ screen, keyboard: false })).toEqual({ top: 0, bottom: bar })
  expect(formInsets({ screen, keyboard: true })).toEqual({ top: 0, bottom: bar + keys })
  expect(formInsets({ screen, keyboard: true, zoom: 2 }).bottom).toBe(2 * bar + keys)
  const { top } = formInsets({ screen, keyboard: true, lowered: true })
  expect(top).toBe(screen.height > screen.width ? 691 : 0)
})

it.each(screens)('has room for five rows of keys, and leaves the form most: %o', (screen) => {
  const keys = keyboardHeight(screen)
  expect(keys).toBeGreaterThanOrEqual(5 * 48 + 4 * 6 + 2 * 8)
  expect(keys).toBeLessThan(screen.height * 0.4)
})
