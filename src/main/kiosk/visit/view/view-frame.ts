import type { Clinic, ShownClinic } from '../../../../shared/clinic.ts'
import { contrast, minContrast, themeFrom } from '../../../../shared/contrast.ts'
import type { View } from '../../../../shared/ipc.ts'

export interface ViewFrame {
  readonly now: number
  readonly clinic: Clinic
}

export interface ViewContent extends Omit<View, 'sequence' | 'clinic'> {
  readonly clinic: Clinic
}

/** Computes the whole ms from `now` until `at`; 0 once that is past. */
export const msUntil = (at: number, now: number) => Math.ceil(Math.max(0, at - now))

/** Pure: the same frame gives the same view. */
export type BuildView = (frame: ViewFrame) => ViewContent

/** Gives screens the clinic with colours that read, so that no page brings the means to derive them. */
export function shownClinic({ color, logoLetterColor, ...rest }: Clinic): ShownClinic {
  const theme = themeFrom(color)
  const reads = contrast(logoLetterColor, theme.primary) >= minContrast
  return { ...rest, colors: { ...theme, logoLetter: reads ? logoLetterColor : theme.onPrimary } }
}
