import { contrast, minContrast, themeFrom } from '../../shared/contrast.ts'
import type { Theme } from '../../shared/display.ts'
import type { Clinic } from '../../shared/ipc.ts'

/** Two colours and one that calls, each as far from its background as can be; the soft ones are the same. */
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

/** The clinic's colours as CSS custom properties, for the outermost element; or those that a patient chose instead. */
export function themeProperties(clinic: Clinic, chosen: Theme): string {
  return Object.entries(chosen === 'standard' ? clinicProperties(clinic) : contrastThemes[chosen])
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')
}

function clinicProperties(clinic: Clinic) {
  const theme = themeFrom(clinic.color)
  const letter =
    contrast(clinic.logoLetterColor, theme.primary) >= minContrast
      ? clinic.logoLetterColor
      : theme.onPrimary
  return {
    '--surface': theme.surface,
    '--primary': theme.primary,
    '--on-primary': theme.onPrimary,
    '--primary-text': theme.primaryText,
    '--tint': theme.tint,
    '--logo-letter': letter,
    '--front': theme.primary,
    '--on-front': theme.onPrimary,
    '--start': theme.surface,
    '--on-start': theme.primaryText,
  }
}
