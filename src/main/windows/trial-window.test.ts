import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kioskArea, phoneArea, scaledWindow, trialWindowOf } from './trial-window.ts'

const laptop = { left: 0, top: 0, width: 1366, height: 768 }

it('reads a size, or the wish for one that fits, and a scale, and nothing else', () => {
  expect(trialWindowOf('fit')).toEqual({ size: 'fit' })
  expect(trialWindowOf('fit@2')).toEqual({ size: 'fit', scale: 2 })
  const size = { width: 540, height: 960 }
  expect(trialWindowOf('540x960')).toEqual({ size })
  expect(trialWindowOf('540x960@0.6')).toEqual({ size, scale: 0.6 })
  const at = { left: 556, top: 0 }
  expect(trialWindowOf('540x960+556+0')).toEqual({ size, at })
  expect(trialWindowOf('540x960+556+0@0.6')).toEqual({ size, at, scale: 0.6 })
  const wrong = ['', '1', '54x96', '540x', '540x960x1', '99999x99999', 'fit@', 'fit+0+0', '@1']
  for (const text of [undefined, ...wrong, '540x960+1', '540x960-1+0'])
    expect(trialWindowOf(text)).toBeUndefined()
})

it('draws a small kiosk smaller, so that its screens need no scrolling', () => {
  expect(scaledWindow({ width: 432, height: 768 }, 1)).toBe('720x1280@0.6000')
  expect(scaledWindow({ width: 432, height: 768 }, 2)).toBe('720x1280@1.2000')
  expect(scaledWindow({ width: 1080, height: 1920 }, 1)).toBe('1080x1920@1.0000')
  expect(scaledWindow({ width: 512, height: 384 }, 1)).toBe('1024x768@0.5000')
})

it('stands as a portrait kiosk at the left of the screen, with the phone beside it', () => {
  const kiosk = kioskArea(laptop, 'fit')
  expect(kiosk).toEqual({ left: 0, top: 0, width: 432, height: 768 })
  expect(phoneArea(laptop, kiosk)).toEqual({ left: 448, top: 0, width: 880, height: 768 })
})

it('has no phone beside a kiosk that leaves no room for it', () => {
  const kiosk = kioskArea(laptop, { width: 1200, height: 2000 })
  expect(kiosk).toEqual({ left: 0, top: 0, width: 1200, height: 768 })
  expect(phoneArea(laptop, kiosk)).toBeUndefined()
})

it('stands where it is told, within what is free', () => {
  const free = { left: 50, top: 20, width: 1300, height: 700 }
  const at = { left: 1000, top: 100 }
  const beside = { left: 1050, top: 120, width: 300, height: 600 }
  expect(kioskArea(free, { width: 540, height: 960 }, at)).toEqual(beside)
})

it('keeps kiosk and phone on the screen and apart, whatever its size', () => {
  const px = (min: number, max: number) => fc.integer({ min, max })
  const free = fc.record({
    left: px(0, 80),
    top: px(0, 80),
    width: px(800, 4000),
    height: px(480, 4000),
  })
  fc.assert(
    fc.property(free, (screen) => {
      const kiosk = kioskArea(screen, 'fit')
      const phone = phoneArea(screen, kiosk)
      if (!phone) throw new Error('no room')
      for (const { left, top, width, height } of [kiosk, phone]) {
        expect(left).toBeGreaterThanOrEqual(screen.left)
        expect(left + width).toBeLessThanOrEqual(screen.left + screen.width)
        expect(top + height).toBeLessThanOrEqual(screen.top + screen.height)
      }
      expect(phone.left).toBeGreaterThanOrEqual(kiosk.left + kiosk.width)
    }),
  )
})
