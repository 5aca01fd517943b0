import { z } from 'zod'
import { maxDataUrlLength, maxTextLength } from './entry-limits.ts'

const text = z.string().max(maxTextLength)

export const addressValue = z
  .strictObject({
    address1: text,
    address2: text,
    city: text,
    stateProvince: text,
    postalCode: text,
    /** ISO 3166-1 alpha-2; that of the clinic where it is not asked for. */
    country: text.optional(),
  })
  .readonly()

export const fileValue = z
  .strictObject({
    fileName: text,
    mediaType: text,
    dataUrl: z.string().startsWith('data:').max(maxDataUrlLength),
  })
  .readonly()

const fraction = z.number().min(0).max(1)

export const bodyMark = z
  .strictObject({ side: z.enum(['front', 'back']), x: fraction, y: fraction })
  .readonly()

/** One answer, as it is checked where it arrives. A drawn signature is a data URL, hence the longer string. */
export const answerValue = z.union([
  z.string().max(maxDataUrlLength),
  z.boolean(),
  z.null(),
  z.array(text).max(200).readonly(),
  addressValue,
  fileValue,
  z.array(bodyMark).max(200).readonly(),
])

export type Answers = Readonly<Record<string, z.infer<typeof answerValue>>>
