/**
 * The command of Chromium's DevTools protocol by which a page's scripts see `locale` (BCP 47) as the browser's language,
 * and its requests ask for it. `userAgent` is what the browser calls itself anyway; an empty one leaves it as it is.
 */
export const languageCommand = (locale: string, userAgent = '') =>
  ['Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale }] as const

/**
 * The command that tells an open page of it: one that listens to `languagechange` speaks the language without being
 * loaded anew, any other when it next is. Chromium itself fires that event only when the whole browser's language
 * changes. A frame with a process of its own keeps the language that it began with.
 */
export const languageChanged = [
  'Runtime.evaluate',
  { expression: `void dispatchEvent(new Event('languagechange'))` },
] as const
