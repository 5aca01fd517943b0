import { networkOrigin } from './policy.ts'

/** Event from the page's world to the guard's isolated world: the page asked for a service worker, and was refused. */
export const workerEvent = 'foyerworker'

/** What a guard says of it, before the origin of the document that asked. */
export const workerNotice = 'worker '

/** Who asked, where a guard says that somebody did: the origin, where it has one that can be told. */
export function workerAsker(notice: string): { readonly from: string | undefined } | undefined {
  if (!notice.startsWith(workerNotice)) return undefined
  return { from: networkOrigin(notice.slice(workerNotice.length)) }
}

/**
 * Runs in the guard's isolated world of a document: says by `tell` when its page asked for a service worker
 * (`removeWebApis` refuses it). A page that makes the event itself says no more by it than that it tried.
 * Self-contained: its source runs in each document.
 */
export function hearWorkers(
  workerEvent: string,
  workerNotice: string,
  tell: (notice: string) => void,
): void {
  const { visualViewport, origin } = globalThis as unknown as {
    readonly visualViewport: { addEventListener(type: string, listener: () => void): void } | null
    readonly origin: string
  }
  visualViewport?.addEventListener(workerEvent, () => tell(workerNotice + origin))
}
