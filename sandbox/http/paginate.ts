import { ok } from '../../src/shared/result.ts'
import type { Result } from '../../src/shared/result.ts'
import { badRequest } from './refusal.ts'
import type { Refusal } from './refusal.ts'

/** Page size if the caller names none. */
const defaultLimit = 20

interface Page<T> {
  readonly items: T[]
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/** Writes a number as text that sorts as the number does. */
export function sortable(value: number): string {
  return String(value).padStart(16, '0')
}

/**
 * Cuts one keyset page out of `items`, sorted by unique `key`. Refuses a cursor of another `order`, where other records
 * would follow.
 */
export function paginate<T>(
  items: readonly T[],
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  key: (item: T) => string,
  direction: 'ascending' | 'descending' = 'ascending',
  order: string = direction,
): Result<Page<T>, Refusal> {
  const sign = direction === 'ascending' ? 1 : -1
  const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -sign : sign)
  const sorted = items
    .map((item) => ({ item, place: key(item) }))
    .sort((a, b) => compare(a.place, b.place))
  const after = `after:${order}:`
  let rest = sorted
  if (query.cursor) {
    const cursor = Buffer.from(query.cursor, 'base64url').toString()
    if (!cursor.startsWith(after))
      return badRequest(
        'invalid_cursor',
        'The cursor is not one that this list gave in this order.',
      )
    const last = cursor.slice(after.length)
    rest = sorted.filter(({ place }) => compare(place, last) > 0)
  }
  const page = rest.slice(0, query.limit ?? defaultLimit)
  const last = page.at(-1)
  const more = last !== undefined && rest.length > page.length
  return ok({
    items: page.map(({ item }) => item),
    nextCursor: more ? Buffer.from(after + last.place).toString('base64url') : null,
  })
}
