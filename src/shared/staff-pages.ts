import * as z from 'zod/mini'

/** A page of the staff panel. */
export const staffPage = z.enum([
  'home',
  'intakes',
  'desk',
  'connection',
  'credentials',
  'settings',
  'audit',
  'machine',
])
export type StaffPage = z.infer<typeof staffPage>

/** Fields of every page of the panel: the desk's member of staff who is in; none if the kiosk's PIN opened it. */
export const panelShape = {
  signedIn: z.optional(
    z.strictObject({
      name: z.string(),
      /** Pages that they may open. */
      pages: z.array(staffPage),
    }),
  ),
}
