import { err, ok, type Result } from '../../shared/result.ts'
import { unreadable, type ServiceError } from './errors.ts'

/** A page of a cursor-paged list. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor?: string | null | undefined
}

const mostPages = 200

/**
 * Reads a cursor-paged list page after page, as an async iterator of pages; `read` makes the call for one
 * cursor. The last thing it gives is an error when a page could not be read, when the service repeats a
 * cursor, or when the list does not end: it never goes in circles.
 */
export async function* eachPage<T>(
  operation: string,
  read: (cursor: string | undefined) => Promise<Result<Page<T>, ServiceError>>,
): AsyncGenerator<Result<readonly T[], ServiceError>, void> {
  const seen = new Set<string>()
  let cursor: string | undefined
  for (;;) {
    const page = await read(cursor)
    if (!page.ok) {
      yield page
      return
    }
    yield ok(page.value.items)
    cursor = page.value.nextCursor || undefined
    if (cursor === undefined) return
    if (seen.has(cursor) || seen.size === mostPages) {
      yield err({ operation, attempts: seen.size + 1, ...unreadable('a list without an end') })
      return
    }
    seen.add(cursor)
  }
}

/** Reads a whole cursor-paged list; see `eachPage`. */
export async function readAllPages<T>(
  operation: string,
  read: (cursor: string | undefined) => Promise<Result<Page<T>, ServiceError>>,
): Promise<Result<readonly T[], ServiceError>> {
  const items: T[] = []
  for await (const page of eachPage(operation, read)) {
    if (!page.ok) return page
    for (const item of page.value) items.push(item)
  }
  return ok(items)
}
