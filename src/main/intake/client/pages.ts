import type { z } from 'zod'
import type { Answer, Operation } from '../../../contract/operation.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Arguments, CallOptions } from './call-types.ts'
import { unreadable, type ServiceError } from '../http/errors.ts'

export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor?: string | null | undefined
}

export interface ListOptions extends CallOptions {
  /** 1,000 unless given; a longer list ends in an error that says so. */
  readonly maxPages?: number
}

/** Repeated cursors and endless lists are failures (`unreadableAnswer`). */
export interface Reading<O extends Operation> {
  /** From `query.cursor` if given, of `query.limit` or 200 rows. The first failure comes last and ends it. */
  pages(...args: Arguments<O, ListOptions>): AsyncGenerator<Result<Answer<O>, ServiceError>, void>
}

type ListInput = { readonly query?: { readonly cursor?: string; readonly limit?: number } }
type ListCall = (
  input: ListInput,
  options: CallOptions,
) => Promise<Result<Page<unknown>, ServiceError>>

const usualMaxPages = 1_000

/** Of a page where a reader of the whole list names no `limit`. */
export const usualPageSize = 200

/** Makes the reading of a paginated operation. */
export const compileReading = (operation: Operation, call: ListCall) => ({
  pages(input: ListInput = {}, { maxPages, ...options }: ListOptions = {}) {
    const query = { limit: usualPageSize, ...input.query }
    const read = (cursor?: string) =>
      call({ ...input, query: cursor === undefined ? query : { ...query, cursor } }, options)
    return eachPage(operation, read, { from: query.cursor, maxPages })
  },
})

/** Reads a cursor-paged list page after page; see `Reading` for how it ends. */
export async function* eachPage<T>(
  operation: Operation,
  read: (cursor: string | undefined) => Promise<Result<Page<T>, ServiceError>>,
  options: { readonly from?: string | undefined; readonly maxPages?: number | undefined } = {},
): AsyncGenerator<Result<Page<T>, ServiceError>, void> {
  const { from, maxPages = usualMaxPages } = options
  const seen = new Set<string | undefined>()
  for (let cursor = from; ;) {
    seen.add(cursor)
    const page = await read(cursor)
    yield page
    if (!page.ok) return
    cursor = page.value.nextCursor || undefined
    if (cursor === undefined) return
    const fault = !fits(operation, cursor)
      ? 'a cursor that cannot be sent back'
      : seen.has(cursor)
        ? 'a list without an end'
        : seen.size >= maxPages
          ? `a list of more than ${maxPages} pages`
          : undefined
    if (fault !== undefined) {
      yield err({ operation: operation.id, attempts: seen.size, ...unreadable(fault) })
      return
    }
  }
}

function fits({ query }: Operation, cursor: string): boolean {
  const fields = query?.shape as Readonly<Record<string, z.ZodType>> | undefined
  return fields?.['cursor']?.safeParse(cursor).success ?? false
}

/** Gathers everything that a list holds, or the failure that it met. */
export async function readAllPages<T>(pages: AsyncIterable<Result<Page<T>, ServiceError>>) {
  const items: T[] = []
  for await (const page of pages) {
    if (!page.ok) return page
    for (const item of page.value.items) items.push(item)
  }
  return ok(items)
}
