/** The longest text answer that is taken, in characters. */
export const maxTextLength = 10_000
/** The longest data URL that is taken (a file of 5 MB and what base64 adds to it). */
export const maxDataUrlLength = 7_000_000

export const pinLength = { least: 6, most: 12 } as const
export const memberSecretMost = 128
