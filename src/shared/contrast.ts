import {
  converter,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  toGamut,
  useMode,
  wcagContrast,
} from 'culori/fn'
import type { ShownClinic } from './clinic.ts'

// Only the colour spaces on the way from a hex colour to its lightness: pages load this code.
for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch]) useMode(mode)

/** The least contrast between text and its background (WCAG 2.2 AA). */
export const minContrast = 4.5

type Theme = Omit<ShownClinic['colors'], 'logoLetter'>

const white = '#ffffff'
const ink = '#16191d'
const fallback = '#1f6f78'

const toOklch = converter('oklch')
const intoGamut = toGamut('rgb', 'oklch')

/** Computes the WCAG contrast ratio of two CSS colours, 1 to 21; 1 when either is not a colour. */
export function contrast(a: string, b: string): number {
  return parse(a) && parse(b) ? wcagContrast(a, b) : 1
}

/** Derives the theme from a clinic's colour. */
export function themeFrom(color: string): Theme {
  // Text keeps at least 4.5:1 contrast for any input; a string that is not a colour gives Foyer's theme.
  const parsed = parse(color)
  const primary = parsed ? formatHex({ ...parsed, alpha: 1 }) : fallback
  const tint = withLightness(primary, 0.97, 0.01)
  return {
    surface: white,
    primary,
    onPrimary: contrast(white, primary) >= minContrast ? white : darkOn(primary),
    primaryText: darkenUntilReadable(primary, tint),
    tint,
  }
}

function darkOn(background: string): string {
  return contrast(ink, background) >= minContrast ? ink : '#000000'
}

function darkenUntilReadable(color: string, background: string): string {
  const start = oklchOf(color).l
  for (let step = 0; step <= 100; step += 1) {
    const candidate = withLightness(color, start * (1 - step / 100))
    if (contrast(candidate, background) >= minContrast) return candidate
  }
  return ink
}

function oklchOf(color: string) {
  const converted = toOklch(color)
  if (!converted) throw new Error('not a colour')
  return converted
}

function withLightness(color: string, lightness: number, mostChroma = Infinity): string {
  const { c, h } = oklchOf(color)
  return formatHex(
    intoGamut({
      mode: 'oklch',
      l: lightness,
      c: Math.min(c, mostChroma),
      ...(h === undefined ? {} : { h }),
    }),
  )
}
