import type { Locale } from '../../shared/ipc.ts'

const spoken: readonly Locale[] = ['en', 'es']

/** Picks the first preferred language (BCP 47) that the page speaks, else English. */
export function chooseLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    const found = spoken.find((locale) => tag.toLowerCase().split('-')[0] === locale)
    if (found) return found
  }
  return 'en'
}
