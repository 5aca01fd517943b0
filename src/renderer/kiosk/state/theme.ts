import type { Theme } from '../../../shared/display.ts'
import type { ShownClinic } from '../../../shared/clinic.ts'

function contrastProperties(ink: string, surface: string, call: string, danger: string) {
  return {
    '--ink': ink,
    '--ink-soft': ink,
    '--line': ink,
    '--line-soft': ink,
    '--danger': danger,
    '--danger-tint': surface,
    '--surface': surface,
    '--primary': call,
    '--on-primary': surface,
    '--primary-text': call,
    '--tint': surface,
    '--logo-letter': surface,
    '--front': surface,
    '--on-front': ink,
    '--start': call,
    '--on-start': surface,
    '--edge': `0.12rem solid ${ink}`,
  }
}

const contrastThemes = {
  contrastLight: contrastProperties('#000000', '#ffffff', '#000000', '#8f0000'),
  contrastDark: contrastProperties('#ffffff', '#000000', '#ffe14d', '#ffb3ad'),
}

/** Writes the clinic's colours as CSS custom properties, or those that a patient chose instead. */
export function themeProperties({ colors }: ShownClinic, chosen: Theme): string {
  return written(chosen === 'standard' ? clinicProperties(colors) : contrastThemes[chosen])
}

const written = (properties: Readonly<Record<string, string>>) =>
  Object.entries(properties)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')

const clinicProperties = (colors: ShownClinic['colors']) => ({
  '--surface': colors.surface,
  '--primary': colors.primary,
  '--on-primary': colors.onPrimary,
  '--primary-text': colors.primaryText,
  '--tint': colors.tint,
  '--logo-letter': colors.logoLetter,
  '--front': colors.primary,
  '--on-front': colors.onPrimary,
  '--start': colors.surface,
  '--on-start': colors.primaryText,
})

/** Writes the clinic's colours for a page light or dark as the machine prefers; this lightness reads on dark in any hue. */
export function lightOrDarkProperties({ colors }: ShownClinic): string {
  const { '--surface': _, ...properties } = clinicProperties(colors)
  const own = {
    ...properties,
    '--primary-text': `light-dark(${colors.primaryText}, oklch(from ${colors.primaryText} 0.82 min(c, 0.11) h))`,
    '--tint': `light-dark(${colors.tint}, oklch(from ${colors.tint} 0.2 min(c, 0.02) h))`,
  }
  return written(own)
}
