import fc from 'fast-check'
import { expect, it } from 'vitest'
import { weaknessOf } from '../../src/main/desk/members/member-secret.ts'
import { kioskArea, scaledArea, trialWindowOf } from '../../src/main/windows/trial-window.ts'
import { arrangeWindows, drawPassphrase } from './clinic-stations.ts'

it('draws what a member may choose', () => {
  for (let drawn = 0; drawn < 200; drawn += 1)
    expect(weaknessOf(drawPassphrase(), 'Ana Reyes')).toBeUndefined()
})

it('keeps every window on the screen and apart from the others, whatever its size', () => {
  const px = (min: number, max: number) => fc.integer({ min, max })
  const screens = fc.record({
    left: px(0, 80),
    top: px(0, 80),
    width: px(800, 4000),
    height: px(480, 3000),
    pixelRatio: fc.constantFrom(1, 1.5, 2),
  })
  fc.assert(
    fc.property(screens, ({ pixelRatio, ...free }) => {
      const { kiosks, desk } = arrangeWindows(free, pixelRatio)
      let edge = free.left
      for (const text of [...kiosks, desk]) {
        const trial = trialWindowOf(text)
        if (!trial?.scale) throw new Error(`not read: ${text}`)
        // As the station does it, in CSS px of its own.
        const own = pixelRatio / trial.scale
        const area = scaledArea(kioskArea(scaledArea(free, own), trial.size, trial.at), 1 / own)
        expect(area.left).toBeGreaterThanOrEqual(edge - 1)
        expect(area.top + area.height).toBeLessThanOrEqual(free.top + free.height + 1)
        edge = area.left + area.width
      }
      expect(edge).toBeLessThanOrEqual(free.left + free.width + 1)
    }),
  )
})
