import { expect, it, vi } from 'vitest'
import type { Clinic } from '../../shared/clinic.ts'
import { standardDisplay } from '../../shared/display.ts'
import type { View } from '../../shared/ipc.ts'
import { defaultClinicLook } from '../intake/clinic.ts'
import type { BuildView } from '../kiosk/visit/view/view-frame.ts'
import { createViewSwitch } from './view-switch.ts'

const build: BuildView = ({ clinic }) => {
  const usual = { locale: 'en', display: standardDisplay, overlay: null } as const
  return { ...usual, clinic, screen: { name: 'welcome' } }
}
const parts = {
  now: () => 0,
  clinic: (): Clinic => ({ ...defaultClinicLook, locales: ['en'] }),
  first: 'visits' as const,
}

it('draws a view again that could not be drawn', () => {
  const draw = vi.fn().mockImplementationOnce(() => {
    throw new Error('the window is gone')
  })
  const viewSwitch = createViewSwitch({ ...parts, draw, onMalformed: vi.fn() })
  expect(() => viewSwitch.show('visits', build)).toThrow('the window is gone')
  viewSwitch.refresh()
  viewSwitch.refresh()
  expect(draw).toHaveBeenCalledTimes(2)
})

it('draws no view that holds more than a screen may know, tells of it, and goes on', () => {
  const views: View[] = []
  const errors: string[] = []
  const viewSwitch = createViewSwitch({
    draw: (view) => views.push(view),
    onMalformed: ({ message }) => errors.push(message),
    ...parts,
  })
  const show = (name: 'welcome' | 'matching', more = {}) =>
    viewSwitch.show('visits', (at) => ({ ...build(at), screen: { name }, ...more }))
  show('welcome')
  show('matching', { secret: 'token' })
  show('matching', { screen: 'matching' })
  expect(views.map(({ screen }) => screen.name)).toEqual(['welcome'])
  expect(errors).toHaveLength(2)
  show('matching')
  expect(views.map(({ screen }) => screen.name)).toEqual(['welcome', 'matching'])
})
