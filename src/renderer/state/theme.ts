import { contrast, minContrast, themeFrom } from '../../shared/contrast.ts'
import type { Clinic } from '../../shared/ipc.ts'

/** The clinic's colours as CSS custom properties, for the outermost element. */
export function themeProperties(clinic: Clinic): string {
  const theme = themeFrom(clinic.color)
  const letter =
    contrast(clinic.logoLetterColor, theme.primary) >= minContrast
      ? clinic.logoLetterColor
      : theme.onPrimary
  const properties = {
    '--surface': theme.surface,
    '--primary': theme.primary,
    '--on-primary': theme.onPrimary,
    '--primary-text': theme.primaryText,
    '--tint': theme.tint,
    '--logo-letter': letter,
  }
  return Object.entries(properties)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')
}
