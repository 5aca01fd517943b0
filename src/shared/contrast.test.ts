import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clinic, hostileColors } from '#harness/renderer/views.ts'
import { shownClinic } from '../main/kiosk/visit/view/view-frame.ts'
import { contrast, minContrast, themeFrom } from './contrast.ts'

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  it('is 21 between black and white, and 1 with itself', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#336699', '#336699')).toBeCloseTo(1)
  })

  it('is 1 when one of the two is no colour', () => {
    expect(contrast('not a colour', '#ffffff')).toBe(1)
  })
})

describe('themeFrom', () => {
  /** Each text of a kiosk's page with what it stands on, in the colours that pages are sent. */
  function expectToRead(color: string) {
    const { colors } = shownClinic({ ...clinic, color, logoLetterColor: color })
    const { onPrimary, primary, primaryText, surface, tint, logoLetter } = colors
    const [ink, soft, danger] = ['#16191d', '#4a5058', '#a3201d'] as const
    const pairs = [
      ...[surface, tint].flatMap((back) =>
        [ink, soft, danger, primaryText].map((on) => [on, back]),
      ),
      ...[[onPrimary, primary] as const, [logoLetter, primary] as const],
    ]
    const poor = pairs.filter(([on, back]) => contrast(on, back) < minContrast)
    expect([color, poor]).toEqual([color, []])
    expect(contrast(ink, tint)).toBeGreaterThanOrEqual(12)
  }

  it('keeps 4.5:1 for every text on a page, whatever the clinic chose', () => {
    fc.assert(fc.property(anyColor, expectToRead))
  })

  it.each(hostileColors)('keeps it with the hostile %s, too', expectToRead)

  it('leaves a colour alone that already reads', () => {
    expect(themeFrom('#0b5563')).toMatchObject({ primary: '#0b5563', primaryText: '#0b5563' })
  })

  it('darkens a pale colour for text, and writes dark on it', () => {
    const theme = themeFrom('#ffee88')
    expect(theme.primary).toBe('#ffee88')
    expect(theme.onPrimary).toBe('#16191d')
    expect(theme.primaryText).not.toBe('#ffee88')
  })

  it('has a theme of its own for a string that is no colour', () => {
    expect(themeFrom('')).toEqual(themeFrom('#1f6f78'))
  })
})
