import * as z from 'zod/mini'
import { shownClinic } from '../clinic.ts'
import { locale } from '../locale.ts'
import { kiosksGlance } from './kiosks.ts'
import { memberId, signedInMember } from './members.ts'

/** Somebody who may sign in at this desk. */
const listedMember = z.strictObject({ id: memberId, name: z.string() })
export type ListedMember = z.infer<typeof listedMember>

/** How a visit on the desk's own screen ended: by whoever was there, or by its window, which went. */
const visitEnd = z.enum(['ended', 'broken'])
export type VisitEnd = z.infer<typeof visitEnd>

/** Who uses the desk. What a patient gave stands in none of it: a page asks for that. */
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

/** What main shows a desk's page without being asked. */
export const deskView = z.strictObject({
  clinic: shownClinic,
  locale,
  /** Whether the service is a sandbox: no real patient is seen. */
  isPractice: z.boolean(),
  kiosks: kiosksGlance,
  /** The station, or the reason why nobody can be served by it now. */
  session: z.discriminatedUnion('state', [
    ...deskSession.def.options,
    z.strictObject({ state: z.literal('outOfService') }),
  ]),
})
export type DeskView = z.infer<typeof deskView>
