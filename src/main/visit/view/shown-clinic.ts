import type { Clinic, ShownClinic } from '../../../shared/clinic.ts'
import { contrast, minContrast, themeFrom } from '../../../shared/contrast.ts'

/** The clinic as screens may know it: with colours that read, so that no page brings the means to derive them. */
export function shownClinic({ color, logoLetterColor, ...rest }: Clinic): ShownClinic {
  const theme = themeFrom(color)
  const reads = contrast(logoLetterColor, theme.primary) >= minContrast
  return { ...rest, colors: { ...theme, logoLetter: reads ? logoLetterColor : theme.onPrimary } }
}
