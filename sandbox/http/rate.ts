import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'

/** Refuses requests beyond `perSecond` (with as many at once) with 429; none where it is null. */
export function limited(perSecond: number | null): MiddlewareHandler<Env> {
  const most = Math.max(2, perSecond ?? Infinity)
  let left = most
  let at = performance.now()
  return async (context, next) => {
    if (perSecond === null || context.req.path.startsWith('/sandbox')) return next()
    const now = performance.now()
    left = Math.min(most, left + ((now - at) / 1_000) * perSecond)
    at = now
    if (left < 1) return context.json({ error: 'too_many_requests', message: 'Slower.' }, 429)
    left -= 1
    return next()
  }
}
