import type { Theme } from '../../shared/display.ts'

const contrast = { name: 'prefers-contrast', value: 'more' }

/** What a system with such colours says to every page; of the clinic's own colours it says nothing. */
const features = {
  standard: [],
  contrastLight: [contrast, { name: 'prefers-color-scheme', value: 'light' }],
  contrastDark: [contrast, { name: 'prefers-color-scheme', value: 'dark' }],
} as const satisfies Readonly<Record<Theme, unknown>>

/**
 * The command of Chromium's DevTools protocol that tells a form's page which colours its patient wants: a page that
 * listens to `prefers-contrast` or `prefers-color-scheme` takes them without being loaded anew.
 */
export function colorsCommand(theme: Theme) {
  return [
    'Emulation.setEmulatedMedia',
    { features: features[theme].map((each) => ({ ...each })) },
  ] as const
}
