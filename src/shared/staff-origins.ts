import * as z from 'zod/mini'

const formOriginQuestion = z.strictObject({
  /** What names the question in a command. */
  key: z.string(),
  /** Scheme, host and port, as a browser writes them: a name in another script as `xn--…`. */
  origin: z.string().check(z.maxLength(300)),
  /** `refused`: a patient's forms were not opened there; `tested`: the test of the connection met it. */
  from: z.enum(['refused', 'tested']),
  at: z.int(),
  /** Whether staff may say yes: else only an administrator can, or nobody. */
  canConfirm: z.boolean(),
})
/** An origin of forms of which nobody has said yet whether it is the clinic's. */
export type FormOriginQuestion = z.infer<typeof formOriginQuestion>

/** What the pages that ask about origins of forms show of them. */
export const formOrigins = {
  formOrigins: z.array(formOriginQuestion),
  /** Why the last yes could not be kept (technical words), or null. */
  formOriginError: z.nullable(z.string()),
}
