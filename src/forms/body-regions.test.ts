import { expect, it } from 'vitest'
import { regionAt, regionsOf } from './body-regions.ts'

it('calls every part by its name at its own centre, on both sides', () => {
  for (const side of ['front', 'back'] as const) {
    for (const region of regionsOf(side)) expect(regionAt(region)).toBe(region.name)
  }
})

it("means the patient's own left, which is on the right of a figure that faces you", () => {
  expect(regionAt({ side: 'front', x: 0.6, y: 0.72 })).toBe('left_knee')
  expect(regionAt({ side: 'back', x: 0.6, y: 0.72 })).toBe('right_knee')
})

it('tells the chest from the back', () => {
  expect(regionAt({ side: 'front', x: 0.5, y: 0.28 })).toBe('chest')
  expect(regionAt({ side: 'back', x: 0.5, y: 0.28 })).toBe('upper_back')
})
