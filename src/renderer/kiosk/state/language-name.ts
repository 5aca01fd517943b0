import type { Locale } from '../../../shared/ipc.ts'

/** Returns a language's name in itself. */
export function languageName(language: Locale): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1)
}
