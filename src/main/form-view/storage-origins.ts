import { isAllowed, networkOrigin, type OriginPolicy } from './policy.ts'

/** Most origins of one form, beside those that are listed by name, that keep something. */
const mostOrigins = 50

export type StorageOrigins = Awaited<ReturnType<typeof limitStorage>>

/** Limits the storage of the policy's named origins, each by one `limit`. Rejects when that does. */
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
    all: (): readonly string[] => [...limited.keys()],
    /** Limits a wildcard's origin before its document. Rejects, to refuse that, if it cannot, or after too many. */
    async limitFor(url: string) {
      const origin = networkOrigin(url)
      if (origin === undefined || policy.origins.has(origin) || !isAllowed(url, policy)) return
      if (!limited.has(origin) && limited.size >= policy.origins.size + mostOrigins)
        throw new Error('too many origins')
      await add(origin)
    },
  }
}
