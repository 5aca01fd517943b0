import * as z from 'zod/mini'
import { remoteCareMost } from './limits.ts'
import { type DeskOperations, see, change } from './operation.ts'
import { chartInput, reference } from './references.ts'

const services = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(remoteCareMost.characters)))
  .check(z.maxLength(remoteCareMost.services))

const conversion = z.strictObject({
  conversion: reference,
  /** The service's own number: no operation lists these records, so staff need it to find one again. */
  number: z.string(),
  state: z.nullable(z.enum(['begun', 'inProgress', 'converted'])),
  services: z.array(z.string()),
})
export type DeskConversion = z.infer<typeof conversion>

export const remoteCareOperations = {
  queries: { remoteCare: see('remoteCare', chartInput, z.array(conversion)) },
  commands: {
    /** Starts one with who the patient is. `inDoubt`: no answer came, and no operation tells whether it is there. */
    startRemoteCare: change(
      'remoteCare',
      { chart: reference, services },
      z.strictObject({ outcome: z.enum(['started', 'inDoubt']) }),
    ),
    openRemoteCare: see(
      'remoteCare',
      {
        chart: reference,
        number: z
          .string()
          .check(z.trim(), z.minLength(1), z.maxLength(remoteCareMost.number), z.regex(/^[\w-]+$/)),
      },
      z.null(),
    ),
    changeRemoteCare: change('remoteCare', { chart: reference, conversion: reference, services }),
  },
} satisfies DeskOperations
