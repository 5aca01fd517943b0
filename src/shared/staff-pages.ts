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

/** What every page of the panel tells: which member of the desk's staff is in; nothing where the kiosk's PIN opened it. */
export const panelShape = {
  signedIn: z.optional(
    z.strictObject({
      name: z.string(),
      /** What they may open. */
      pages: z.array(staffPage),
    }),
  ),
}
