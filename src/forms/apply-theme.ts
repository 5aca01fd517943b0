import { themeFrom } from '../shared/contrast.ts'

/** Gives a document the colours of a clinic; `color` is what the clinic chose, `#rrggbb`. */
export function applyTheme(document: Document, color: string): void {
  for (const [name, value] of Object.entries(themeFrom(color))) {
    const property = `--${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`
    document.documentElement.style.setProperty(property, value)
  }
}
