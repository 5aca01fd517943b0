import * as z from 'zod/mini'

/** Sizes of text on offer, in percent of the kiosk's own. */
export const textSize = z.literal([100, 150, 200])

/** Colours on offer: the clinic's, or the most contrast there is, light or dark. */
export const theme = z.enum(['standard', 'contrastLight', 'contrastDark'])
export type Theme = z.infer<typeof theme>

export const display = z.strictObject({
  textSize,
  theme,
  /** True while all stands in the lower part of a tall screen, in reach from a wheelchair. */
  lowered: z.optional(z.boolean()),
})
export type Display = z.infer<typeof display>

export const standardDisplay: Display = { textSize: 100, theme: 'standard' }
