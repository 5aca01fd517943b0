import { isAllowed, networkOrigin, type OriginPolicy } from './policy.ts'

/** Most origins of one form, beside those that are listed by name, that keep something. */
const mostOrigins = 50

/** The origins of a form view that may keep files, databases and caches; each is limited before its first document. */
export type StorageOrigins = Awaited<ReturnType<typeof limitStorage>>

/**
 * Limits the storage of the policy's named origins, and of each wildcard origin with its first document. Rejects when
 * `limit`, which sets one quota, does.
 */
export async function limitStorage(
  policy: OriginPolicy,
  limit: (origin: string) => Promise<unknown>,
) {
  const limited = new Map<string, Promise<unknown>>()
  const add = (origin: string) => {
    const known = limited.get(origin)
    if (known) return known
    const limiting = limit(origin)
    limited.set(origin, limiting)
    return limiting
  }
  await Promise.all([...policy.origins].map(add))
  return {
    /** Those that are limited so far. */
    all: (): readonly string[] => [...limited.keys()],
    /**
     * Limits a new document's origin first, if it is one of a wildcard's. Rejects if it cannot, or after too many: then
     * refuse the document.
     */
    async limitFor(url: string) {
      const origin = networkOrigin(url)
      if (origin === undefined || policy.origins.has(origin) || !isAllowed(url, policy)) return
      if (!limited.has(origin) && limited.size >= policy.origins.size + mostOrigins)
        throw new Error('too many origins')
      await add(origin)
    },
  }
}
