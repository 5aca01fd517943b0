import { themeFrom } from '../shared/contrast.ts'

/** Gives a document the colours of a clinic; `color` is what the clinic chose, `#rrggbb`. */
export function applyTheme(document: Document, color: string): void {
  const theme = themeFrom(color)
  const { style } = document.documentElement
  style.setProperty('--surface', theme.surface)
  style.setProperty('--primary', theme.primary)
  style.setProperty('--on-primary', theme.onPrimary)
  style.setProperty('--primary-text', theme.primaryText)
  style.setProperty('--tint', theme.tint)
}
