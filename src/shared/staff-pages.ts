import * as z from 'zod/mini'

/** ms since 1970, as the machine's clock said. */
export const moment = z.int()

// The marks let a page that only reads views leave the commands out of its script.
/** Makes the schema of a command. */
export const commandOf = /* @__NO_SIDE_EFFECTS__ */ <T extends string, S extends z.core.$ZodShape>(
  type: T,
  shape: S,
) => z.strictObject({ type: z.literal(type), ...shape })

export const screenOf = /* @__NO_SIDE_EFFECTS__ */ <N extends string, S extends z.core.$ZodShape>(
  name: N,
  shape: S,
) => z.strictObject({ name: z.literal(name), ...shape })

export const staffPages = [
  'home',
  'intakes',
  'desk',
  'connection',
  'credentials',
  'settings',
  'audit',
  'machine',
] as const
export const staffPage = z.enum(staffPages)
export type StaffPage = z.infer<typeof staffPage>

/** Fields of every page of the panel: the desk's member of staff who is in; none if the kiosk's PIN opened it. */
export const panelShape = {
  signedIn: z.optional(z.strictObject({ name: z.string(), pages: z.array(staffPage) })),
}
