import { DeskError } from '../desk.svelte.ts'

/** What a list or a record needs to know of its query. */
export interface ReadState {
  readonly data: unknown
  readonly error: unknown
  readonly isError: boolean
  /** ms since 1970 at which the data was read. */
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

/** The same of a query that is read page by page. */
export interface PagedReadState extends ReadState {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

/** Whether a query ended because the service cannot be reached. */
export const isOffline = (error: unknown): boolean =>
  error instanceof DeskError && error.refusal.kind === 'offline'

/** The rows of all pages that were read. One that has moved to another page meanwhile stands where it was first. */
export function rowsOf<Row>(
  data: { readonly pages: readonly { readonly rows: readonly Row[] }[] } | undefined,
  keyOf: (row: Row) => string,
): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const row of data?.pages.flatMap((page) => page.rows) ?? [])
    if (!rows.has(keyOf(row))) rows.set(keyOf(row), row)
  return [...rows.values()]
}
