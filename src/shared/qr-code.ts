import * as z from 'zod/mini'

/** A QR code: `path` draws the dark modules as SVG in a square of `size` units a side. */
export const qrCode = z.strictObject({
  size: z.int(),
  path: z.string().check(z.regex(/^[Mhvz\d\s-]*$/)),
})
export type QrCode = z.infer<typeof qrCode>
