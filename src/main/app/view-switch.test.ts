import { expect, it } from 'vitest'
import type { View } from '../../shared/ipc.ts'
import { standardDisplay } from '../../shared/display.ts'
import { defaultClinicLook } from '../intake/clinic.ts'
import { createViewSwitch } from './view-switch.ts'

it('draws no view that holds more than a screen may know, tells of it, and goes on', () => {
  const views: View[] = []
  const errors: string[] = []
  const viewSwitch = createViewSwitch({
    draw: (view) => views.push(view),
    onMalformed: ({ message }) => errors.push(message),
    now: () => 0,
    clinic: () => ({ ...defaultClinicLook, locales: ['en'] }),
    first: 'visits',
  })
  const show = (name: 'welcome' | 'matching', more = {}) =>
    viewSwitch.show('visits', ({ clinic }) => {
      const usual = { locale: 'en', display: standardDisplay, overlay: null } as const
      return { ...usual, clinic, screen: { name }, ...more }
    })
  show('welcome')
  show('matching', { secret: 'token' })
  show('matching', { screen: 'matching' })
  expect(views.map(({ screen }) => screen.name)).toEqual(['welcome'])
  expect(errors).toHaveLength(2)
  show('matching')
  expect(views.map(({ screen }) => screen.name)).toEqual(['welcome', 'matching'])
})
