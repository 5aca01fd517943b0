import type { Theme } from '../../../shared/display.ts'
import type { ShownClinic } from '../../../shared/clinic.ts'

/** Colours that a patient may choose instead of the clinic's; the page's style sheet derives the rest. */
const contrastThemes = {
  contrastLight: { ink: '#000000', surface: '#ffffff', primary: '#000000', danger: '#8f0000' },
  contrastDark: { ink: '#ffffff', surface: '#000000', primary: '#ffe14d', danger: '#ffb3ad' },
}

/** Writes the clinic's colours as CSS custom properties, or those that a patient chose instead. */
export function themeProperties({ colors }: ShownClinic, chosen: Theme): string {
  return written(chosen === 'standard' ? colors : contrastThemes[chosen])
}

const written = (colors: Readonly<Record<string, string>>) =>
  Object.entries(colors)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, '-$&').toLowerCase()}: ${value}`)
    .join('; ')

/** Writes the clinic's colours for a page light or dark as the machine prefers; this lightness reads on dark in any hue. */
export function lightOrDarkProperties({ colors }: ShownClinic): string {
  const { surface: _, primaryText, tint, ...others } = colors
  return written({
    ...others,
    primaryText: `light-dark(${primaryText}, oklch(from ${primaryText} 0.82 min(c, 0.11) h))`,
    tint: `light-dark(${tint}, oklch(from ${tint} 0.2 min(c, 0.02) h))`,
  })
}
