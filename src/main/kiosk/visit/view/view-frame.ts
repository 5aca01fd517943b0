import type { Clinic, ShownClinic } from '../../../../shared/clinic.ts'
import { contrast, minContrast, themeFrom } from '../../../../shared/contrast.ts'
import type { View } from '../../../../shared/ipc.ts'

export interface ViewFrame {
  /** ms on the monotonic clock. */
  readonly now: number
  readonly clinic: Clinic
}

/** A view before the view switch numbered it and derived the clinic's colours. */
export interface ViewContent extends Omit<View, 'sequence' | 'clinic'> {
  readonly clinic: Clinic
}

/** Builds the present view of a patient's visit or of staff, as of a time. Pure: the same frame gives the same view. */
export type BuildView = (frame: ViewFrame) => ViewContent

/** The clinic as screens may know it: with colours that read, so that no page brings the means to derive them. */
export function shownClinic({ color, logoLetterColor, ...rest }: Clinic): ShownClinic {
  const theme = themeFrom(color)
  const reads = contrast(logoLetterColor, theme.primary) >= minContrast
  return { ...rest, colors: { ...theme, logoLetter: reads ? logoLetterColor : theme.onPrimary } }
}
