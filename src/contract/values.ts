import { z } from 'zod'
import { assumed, lenient, readAs } from './mark.ts'

/** Id of a partner record: its document leaves the type open, and it is sent back as received. */
export const id = z.union([z.int(), z.string().min(1)])
export type Id = z.infer<typeof id>

/** True if two ids name the same record, in whatever form each was written. */
export function sameId(a: Id, b: Id): boolean {
  return String(a) === String(b)
}

/** An identifier that the documents state to be an integer: those of the developer interface, and of webhooks. */
export const integerId = readAs(z.union([z.int(), z.string().min(1)]), z.int())

/** `accountId`: the one path identifier whose type the partner document states. */
export const accountId = readAs(z.union([z.int(), z.string().regex(/^\d+$/)]), z.int())

export const pathId = assumed(id, 'path-identifiers')

export const timestamp = readAs(z.string(), z.iso.datetime({ offset: true }))

const utcTimestamp = readAs(z.string(), z.iso.datetime()).describe('UTC.')

export const recorded = { createdOn: lenient(utcTimestamp), lastUpdatedOn: lenient(utcTimestamp) }

export const calendarDay = readAs(z.string(), z.iso.date())

export const colour = readAs(z.string(), z.string().regex(/^#[0-9a-fA-F]{6}$/))

export const link = readAs(z.string(), z.url())

export const isoDate = z.iso.date()

/** A query parameter by which a list is filtered. */
export function filter<T extends z.ZodType>(schema: T) {
  return assumed(schema.optional(), 'list-filters')
}

/** The page parameters that are stated for the webhook list: page size 1 to 1000 (service default 20) and the cursor of the page before. */
export const statedPageQuery = {
  cursor: z.string().max(2048).optional().describe('The `nextCursor` of the page before.'),
  limit: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: '20 when it is left out.', default: 20, format: 'int32' }),
}

export const pageQuery = {
  cursor: assumed(statedPageQuery.cursor, 'list-pages'),
  limit: assumed(statedPageQuery.limit, 'list-pages'),
}

export const e164 = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/)
  .describe('E.164.')

export const dateRangeQuery = { from: filter(isoDate), to: filter(isoDate) }

/** A cursor page: `items`, and `nextCursor` that is null on the last page. */
export function statedPageOf<T extends z.ZodType>(item: T) {
  return z.looseObject({ items: z.array(item), nextCursor: lenient(z.string().nullable()) })
}

/** A page of a list for which this shape is not stated. */
export function pageOf<T extends z.ZodType>(item: T) {
  return assumed(statedPageOf(item), 'list-pages')
}

export const nothing = z.unknown()

const addressAnswer = z.looseObject({ url: z.url() })

export const unsignedUrl = assumed(addressAnswer, 'url-answers').meta({ id: 'Url' })

export const signedUrl = assumed(
  addressAnswer.extend({ expiresAt: timestamp.nullish() }),
  'url-answers',
).meta({ id: 'SignedUrl' })
