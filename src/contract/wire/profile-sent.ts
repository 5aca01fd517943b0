import { z } from 'zod'
import { keyed } from './known-keys.ts'
import { parsePath } from './json-path.ts'
import {
  bodyFields,
  operationsById,
  queryFields,
  requestFieldNames,
  wordsOf,
} from './request-fields.ts'

const isField = (name: string) => requestFieldNames.has(name)
const field = 'a field of a request, such as verificationMethod, phone, limit or patientId'

const wireName = z
  .string()
  .max(100)
  .refine((name) => (parsePath(name) ?? []).length > 0 && !name.startsWith('$'), {
    error: 'a name, or names with dots for a place deeper in the body',
  })
const takes = (id: string) => {
  const operation = operationsById.get(id)
  return operation ? [...queryFields(operation), ...bodyFields(operation)] : []
}
const byOperation = z.record(z.string(), wireName)
const names = keyed(z.union([wireName, byOperation]), isField, field).superRefine(
  (fields, context) => {
    for (const [name, value] of Object.entries(fields))
      for (const id of typeof value === 'string' ? [] : Object.keys(value))
        if (!takes(id).includes(name))
          context.addIssue({
            code: 'custom',
            path: [name, id],
            message: `the id of an operation that takes ${name}`,
            input: id,
          })
  },
)

const theirWord = z.union([z.string().min(1), z.number(), z.boolean()])
const words = keyed(z.record(z.string(), theirWord), isField, field).superRefine(
  (fields, context) => {
    for (const [name, pairs] of Object.entries(fields)) {
      const known = wordsOf(name)
      for (const word of Object.keys(pairs))
        if (!known.includes(word))
          context.addIssue({
            code: 'custom',
            path: [name, word],
            message: known.length > 0 ? `one of ${known.join(', ')}` : 'a field that takes words',
            input: word,
          })
      const theirs = known.map((word) => pairs[word] ?? word)
      if (new Set(theirs).size < theirs.length)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'another word for each of ours',
          input: pairs,
        })
    }
  },
)

const isPlain = (id: string) => operationsById.has(id) && !id.startsWith('auth.')
const extra = keyed(
  z.record(z.string().min(1), z.json()),
  (id) => isPlain(id),
  'the id of an operation, such as partner.formPackets.create',
)

/** What goes out differently from what the contract says. */
export const sent = z
  .strictObject({
    /** Field of the contract to the service's name for it, in every operation or by operation. */
    names: names.prefault({}),
    /** Field of the contract to `{ our word: their word }`. */
    words: words.prefault({}),
    /** How a phone number is written: +12065550101, 2065550101, (206) 555-0101, or 12065550101. */
    phone: z.enum(['e164', 'national', 'nationalWritten', 'digits']).default('e164'),
    /** How a date is written: 2030-05-31, 5/31/2030, 31/5/2030 or 20300531. */
    dates: z.enum(['iso', 'monthFirst', 'dayFirst', 'compact']).default('iso'),
    /** Fields that an operation has beside the contract's: in its body, or in the address of a GET or DELETE. */
    extra: extra.prefault({}),
  })
  .prefault({})
