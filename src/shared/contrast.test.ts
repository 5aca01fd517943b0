import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
  it('keeps 4.5:1 for every text it names, whatever the clinic chose', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const theme = themeFrom(color)
        expect(contrast(theme.onPrimary, theme.primary)).toBeGreaterThanOrEqual(minContrast)
        expect(contrast(theme.primaryText, theme.surface)).toBeGreaterThanOrEqual(minContrast)
        expect(contrast(theme.primaryText, theme.tint)).toBeGreaterThanOrEqual(minContrast)
        expect(contrast('#16191d', theme.tint)).toBeGreaterThanOrEqual(12)
      }),
      { numRuns: 500 },
    )
  })

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
