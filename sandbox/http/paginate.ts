import { ok } from '../../src/shared/result.ts'
import type { Result } from '../../src/shared/result.ts'
import { badRequest } from './refusal.ts'
import type { Refusal } from './refusal.ts'

/** Page size where the caller names none. */
const defaultLimit = 20

/** A page of a list, and the cursor of the page after it. */
export type Page<T> = {
  readonly items: T[]
  readonly nextCursor: string | null
}

/** A number as a text that sorts as the number does. */
export function sortable(value: number): string {
  return String(value).padStart(16, '0')
}

/**
 * One keyset page of `items`, sorted by `key`, which must be different for each item. A record that
 * comes or goes between two calls neither repeats nor hides another. A cursor is good for the `order` in which
 * it was given, and refused in any other: what follows it there would be other records.
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
  const sorted = [...items].sort((a, b) => compare(key(a), key(b)))
  const after = `after:${order}:`
  let rest = sorted
  if (query.cursor !== undefined && query.cursor !== '') {
    const cursor = Buffer.from(query.cursor, 'base64url').toString()
    if (!cursor.startsWith(after)) {
      return badRequest(
        'invalid_cursor',
        'The cursor is not one that this list gave in this order.',
      )
    }
    const last = cursor.slice(after.length)
    rest = sorted.filter((item) => compare(key(item), last) > 0)
  }
  const page = rest.slice(0, query.limit ?? defaultLimit)
  const last = page.at(-1)
  const more = last !== undefined && rest.length > page.length
  return ok({
    items: page,
    nextCursor: more ? Buffer.from(after + key(last)).toString('base64url') : null,
  })
}

/** The usual order of a list: as its records came to be. */
export function byId({ id }: { readonly id: number }): string {
  return sortable(id)
}

/** A page with each of its records as it is sent; a refusal stays one. */
export function presentPage<T, U>(
  page: Result<Page<T>, Refusal>,
  present: (item: T) => U,
): Result<Page<U>, Refusal> {
  return page.ok ? ok({ ...page.value, items: page.value.items.map(present) }) : page
}
