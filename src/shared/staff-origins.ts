import * as z from 'zod/mini'

const formOriginQuestion = z.strictObject({
  key: z.string(),
  /** Scheme, host and port, as a browser writes them: a name in another script as `xn--…`. */
  origin: z.string().check(z.maxLength(300)),
  /** `refused`: a patient's forms were not opened there; `tested`: the test of the connection met it. */
  from: z.enum(['refused', 'tested']),
  at: z.int(),
  /** True if staff may say yes: otherwise only an administrator can, or nobody. */
  canConfirm: z.boolean(),
})
export type FormOriginQuestion = z.infer<typeof formOriginQuestion>

export const formOrigins = {
  formOrigins: z.array(formOriginQuestion),
  /** Reason that the last yes could not be kept (technical words), or null. */
  formOriginError: z.nullable(z.string()),
}

export const refusedFor = z.enum(['page', 'script', 'style', 'image', 'font', 'data'])
export type RefusedFor = z.infer<typeof refusedFor>

const refusedOriginShown = z.strictObject({
  origin: z.string().check(z.maxLength(300)),
  kinds: z.array(refusedFor),
  visits: z.int(),
  firstDay: z.string(),
  lastDay: z.string(),
  canAllow: z.boolean(),
})
export type RefusedOriginShown = z.infer<typeof refusedOriginShown>

/** The origins that forms asked for in vain, the newest first, and who decides which they reach: null for staff. */
export const refusedOrigins = z.strictObject({
  origins: z.array(refusedOriginShown),
  setBy: z.nullable(z.enum(['file', 'environment', 'policy'])),
})
export type RefusedOriginsShown = z.infer<typeof refusedOrigins>
