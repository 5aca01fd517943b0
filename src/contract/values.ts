import { z } from 'zod'

/**
 * An identifier of the service. The documents give integers for the developer interface and leave the
 * type open for most of the partner interface, so both are accepted, and an id is sent back as it came.
 */
export const id = z.union([z.int(), z.string().min(1)])
export type Id = z.infer<typeof id>

/** Whether two ids name the same record, however each of them was written. */
export function sameId(a: Id, b: Id): boolean {
  return String(a) === String(b)
}

/** `accountId`: the one path identifier whose type the partner document states. */
export const accountId = z.union([z.int(), z.string().regex(/^\d+$/)])

/** An ISO 8601 timestamp in UTC. */
export const timestamp = z.string()

/** A calendar date, YYYY-MM-DD, as Foyer sends it in a request. */
export const isoDate = z.iso.date()

/** Query parameters of a cursor-paged list: page size 1 to 1000 (service default 20) and the cursor of the page before. */
export const pageQuery = {
  cursor: z.string().max(2048).optional(),
  limit: z.int().min(1).max(1000).optional(),
}

/** Query parameters of a list that can be narrowed to a date range: from the first day to the last, both included. */
export const dateRangeQuery = { from: isoDate.optional(), to: isoDate.optional() }

/** A cursor page: `items`, and `nextCursor` that is null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.looseObject({ items: z.array(item), nextCursor: z.string().nullish() })
}

/** Path parameters that scope a partner operation to one location of an account. */
export const locationPath = { accountId, locationId: id }
