import { z } from 'zod'
import { assumed } from '../mark.ts'
import { timestamp } from '../values.ts'

const address = z.looseObject({ url: z.url() })

/** The address of something. */
export const unsignedUrl = assumed(address, 'url-answers').meta({ id: 'Url' })

/** The address of something, and when it stops working. */
export const signedUrl = assumed(
  address.extend({ expiresAt: timestamp.nullish() }),
  'url-answers',
).meta({ id: 'SignedUrl' })
