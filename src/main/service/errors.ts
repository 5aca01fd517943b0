/** What kind of failure a call to the intake service met. */
export type ServiceErrorKind = ServiceError['kind']

interface Context {
  /** Id of the operation, as in `partner.formPackets.list`. */
  readonly operation: string
  /** How many requests were made for this call. */
  readonly attempts: number
}

/**
 * Everything that can go wrong with a call to the intake service: a closed union. No member holds a
 * token, a header, an address with parameters or anything from a body that could be a patient's.
 */
export type ServiceError = Context &
  (
    | { readonly kind: 'unreachable'; readonly reason: string }
    | { readonly kind: 'timedOut'; readonly afterMs: number }
    | { readonly kind: 'unauthorized' }
    | { readonly kind: 'forbidden' }
    | { readonly kind: 'notFound' }
    | { readonly kind: 'conflictingMatches' }
    /** Another 4xx: the service does not take this request as it is. */
    | { readonly kind: 'rejected'; readonly status: number; readonly code?: string }
    /** An envelope with `success: false`. */
    | { readonly kind: 'refusedByEnvelope'; readonly message: string }
    | { readonly kind: 'rateLimited'; readonly retryAfterMs?: number }
    | { readonly kind: 'serverFault'; readonly status: number }
    /** An answer that is not JSON, cut off, too long, of another shape, or a redirect elsewhere. */
    | { readonly kind: 'unreadableAnswer'; readonly reason: string }
  )
