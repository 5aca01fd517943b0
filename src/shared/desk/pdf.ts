import * as z from 'zod/mini'

export const deskPdf = z.strictObject({
  /** Its bytes, at most `mostPdfBytes` of them, in base64. */
  base64: z.string(),
})
export type DeskPdf = z.infer<typeof deskPdf>
