import type { RawAnswer } from './exchange.ts'

/** Statuses that ask for the very same request at another place; the others turn a write into a read. */
const keepsMethod: readonly number[] = [307, 308]
const alsoForReads: readonly number[] = [301, 302, 303]

/**
 * The path at which the same request is to be made instead, when an answer says so: on the same origin alone, for the
 * request carries a token. A 301, 302 or 303 counts for a read; where the address is itself the answer (`isAnswer`),
 * only when it differs in nothing but the slash at its end.
 */
export function movedTo(
  answer: RawAnswer,
  { method, path, isAnswer }: { method: string; path: string; isAnswer: boolean },
): string | undefined {
  const { status, headers, url } = answer
  if (!keepsMethod.includes(status) && !alsoForReads.includes(status)) return undefined
  const location = headers['location']
  const target = typeof location === 'string' ? URL.parse(location, url) : null
  if (!target || target.origin !== new URL(url).origin) return undefined
  const moved = target.pathname + target.search
  if (moved === path) return undefined
  if (keepsMethod.includes(status)) return moved
  const isSame = withoutSlash(moved) === withoutSlash(path)
  return method === 'GET' && (isSame || !isAnswer) ? moved : undefined
}

const withoutSlash = (path: string) => path.replace(/\/(?=\?|$)/, '').toLowerCase()
