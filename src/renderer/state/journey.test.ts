import { expect, it } from 'vitest'
import { screen } from '../../shared/ipc.ts'
import { screens } from '../test-support/views.ts'
import { canAskForHelp, canStartOver, currentStep, screenKey } from './journey.ts'

const names = screen.def.options.map((option) => option.shape.name.def.values[0]!)

it('has a sample of every screen that main can send', () => {
  expect(new Set(Object.values(screens).map(({ name }) => name))).toEqual(new Set(names))
})

it('keeps help everywhere but where the screen itself sends people to the desk', () => {
  expect(names.filter((name) => !canAskForHelp(name))).toEqual(['outOfService'])
})

it('keeps start over on every step of a visit', () => {
  const without = names.filter((name) => !canStartOver(name))
  expect(without.filter((name) => currentStep(name) !== null)).toEqual([])
  expect(without).not.toContain('completing')
  expect(without).not.toContain('unavailable')
})

it('tells the two contacts of a visit apart', () => {
  expect(screenKey(screens['contact-phone']!)).not.toBe(screenKey(screens['contact-email']!))
  expect(screenKey(screens['code-wrong']!)).toBe(screenKey(screens['code-phone']!))
})
