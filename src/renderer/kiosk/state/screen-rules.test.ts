import { expect, it } from 'vitest'
import { patientScreen } from '../../../shared/ipc.ts'
import { staffScreen } from '../../../shared/staff.ts'
import { staffScreens } from '#harness/renderer/staff-views.ts'
import { screens } from '#harness/renderer/views.ts'
import {
  canAskForHelp,
  canStartOver,
  currentStep,
  isStaffScreen,
  screenKey,
} from './screen-rules.ts'

const names = patientScreen.def.options.map((option) => option.shape.name.def.values[0]!)
const staffNames = staffScreen.def.options.map((option) => option.shape.name.def.values[0]!)

it('has a sample of every screen that main can send', () => {
  const sampled = (samples: object) =>
    new Set(Object.values(samples as typeof screens).map(({ name }) => name))
  expect(sampled(screens)).toEqual(new Set(names))
  expect(sampled(staffScreens)).toEqual(new Set(staffNames))
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

it('takes a PIN that is to be repeated for a new question', () => {
  const keyOf = (name: string) => screenKey(staffScreens[name]!)
  expect(keyOf('staff-choose-pin')).not.toBe(keyOf('staff-choose-pin-repeat'))
})

it('tells the screens of staff from those of patients', () => {
  expect(Object.values(screens).filter(isStaffScreen)).toEqual([])
  expect(Object.values(staffScreens).every(isStaffScreen)).toBe(true)
})
