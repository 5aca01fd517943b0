import { z } from 'zod'

/** An object whose keys must be known ones; a key that is not is named, with `expected` to say what may stand there. */
export function keyed<T extends z.ZodType>(
  value: T,
  isKnown: (key: string) => boolean,
  expected: string,
) {
  return z.record(z.string(), value).superRefine((record, context) => {
    for (const key of Object.keys(record))
      if (!isKnown(key))
        context.addIssue({ code: 'custom', path: [key], message: expected, input: key })
  })
}
