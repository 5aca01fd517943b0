import { z } from 'zod'
import { isMeant, operationsById } from './request-fields.ts'

/** What belongs to the exchange itself, and to the token. */
const reserved = [
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** A name by which the vault keeps the value of a header. */
export const wireSecretName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, {
  error: 'a name of letters, digits, - and _, beginning with a letter',
})

const operationPattern = z
  .string()
  .refine(
    (pattern) => [...operationsById.values()].some((operation) => isMeant(pattern, operation)),
    { error: 'an operation such as partner.formPackets.list, or several such as partner.*' },
  )

const header = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z][\w-]{0,63}$/, { error: 'the name of a header', abort: true })
      .refine((name) => !reserved.includes(name.toLowerCase()), {
        error: 'a header that Foyer does not send itself',
      }),
    /** What it says. Nothing secret: that stands in the vault, and `secret` names it. */
    value: z
      .string()
      .regex(/^[\x20-\x7e]+$/, { error: 'a text of printable ASCII characters' })
      .optional(),
    secret: wireSecretName.optional(),
    operations: z.array(operationPattern).min(1).default(['partner.*', 'developer.*']),
  })
  .refine(({ value, secret }) => (value === undefined) !== (secret === undefined), {
    error: 'either value or secret',
  })

/** Headers beside the bearer: on which operations, and what they say or which secret of the vault they carry. */
export const headers = z.array(header).default([])
