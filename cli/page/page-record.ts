/** Requests to one origin while a page was open. */
export interface OriginRecord {
  readonly origin: string
  /** Number of requests of each kind: document, frame, script, stylesheet, font, fetch, socket … */
  readonly kinds: ReadonlyMap<string, number>
  /** Number of requests refused because nobody listed the origin. */
  readonly refused: number
  /** Failures of requests that were let through: an HTTP status, or Chromium's name of a network error. */
  readonly failures: ReadonlyMap<string, number>
}

/** Attempts of a page besides requests. */
export const attempts = ['popup', 'download', 'dialog', 'permission', 'navigation'] as const
export type Attempt = (typeof attempts)[number]

/** All that was seen of a completion page. It holds origins, names of features and counts; no path and no value. */
export interface PageRecord {
  /** Origins of the documents that the window itself showed, in turn. */
  readonly chain: readonly string[]
  readonly origins: readonly OriginRecord[]
  /** Features that Chromium refused, by name, with how often it said so. */
  readonly features: ReadonlyMap<string, number>
  readonly attempts: ReadonlyMap<Attempt, number>
  readonly pdfs: number
  readonly workers: number
  /** The most file fields that stood in the page at once. */
  readonly fileFields: number
  /** Errors that no script of the page took. */
  readonly scriptErrors: number
  /** ms from the first request to the first text; undefined if none came. */
  readonly firstTextMs: number | undefined
  readonly lastOrigin: string
}

/** Counts one more of something. */
export function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
