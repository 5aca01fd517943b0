import * as z from 'zod/mini'
import { shownClinic } from '../clinic.ts'
import { locale } from '../locale.ts'
import { kiosksGlance } from './kiosks.ts'
import { memberId, signedInMember } from './members.ts'

/** Somebody who may sign in at this desk. */
const listedMember = z.strictObject({ id: memberId, name: z.string() })
export type ListedMember = z.infer<typeof listedMember>

/** End of a visit on the desk's own screen: by the person there, or because its window was lost. */
const visitEnd = z.enum(['ended', 'broken'])
export type VisitEnd = z.infer<typeof visitEnd>

/** User of the desk. Holds no patient data: a page asks for that. */
const deskSession = z.discriminatedUnion('state', [
  /** The first start: there is no administrator yet. */
  z.strictObject({ state: z.literal('setUp') }),
  z.strictObject({
    state: z.literal('locked'),
    members: z.array(listedMember),
    /** Of a patient who had this screen since somebody was signed in here. */
    afterVisit: z.optional(visitEnd),
  }),
  /** Locked, and nobody can sign in: a patient fills in forms on this screen. */
  z.strictObject({ state: z.literal('withPatient') }),
  /** Signed in, and without any right until they have a PIN or passphrase of their own, where that is still to be chosen. */
  z.strictObject({ state: z.literal('open'), member: signedInMember }),
])

/** View that main sends to a desk's page unasked. */
export const deskView = z.strictObject({
  clinic: shownClinic,
  locale,
  /** True if the service is a sandbox: no real patient is seen. */
  isPractice: z.boolean(),
  kiosks: kiosksGlance,
  /** The station, or the reason why nobody can be served by it now. */
  session: z.discriminatedUnion('state', [
    ...deskSession.def.options,
    z.strictObject({ state: z.literal('outOfService') }),
  ]),
})
export type DeskView = z.infer<typeof deskView>
