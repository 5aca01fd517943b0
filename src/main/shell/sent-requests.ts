import type { FormSign } from '../../shared/windows.ts'

/** A request of a form's page that was answered. */
interface AnsweredRequest {
  readonly method: string
  readonly url: string
  /** Of the answer. */
  readonly status: number
}

/** Most places that are remembered: a page that sends to ever new ones is not kept count of. */
const mostPlaces = 200

/**
 * Makes of the requests of one form view the signs that something was sent and taken: `sent` for a place that nothing
 * was sent to before, `sentAgain` for one that was. Numbers in a path are one place, for they name what is sent there.
 * Undefined for a request that sends nothing, or that was not taken.
 */
export function createSentSigns(): (request: AnsweredRequest) => FormSign | undefined {
  const places = new Set<string>()
  return ({ method, url, status }) => {
    if (!/^(POST|PUT|PATCH|DELETE)$/.test(method) || status >= 400) return undefined
    const { origin, pathname } = new URL(url)
    const place = `${method} ${origin}${pathname.replace(/[^/]*\d[^/]*/g, '#')}`
    if (places.has(place)) return 'sentAgain'
    if (places.size < mostPlaces) places.add(place)
    return 'sent'
  }
}
