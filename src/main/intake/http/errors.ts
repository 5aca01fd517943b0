export type ServiceErrorKind = ServiceError['kind']

/** A failure before it is known for which call it stands. */
export type Failure =
  /** `reason` is a machine code such as ECONNREFUSED, or `aborted` when the caller gave up. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'timedOut'; readonly afterMs: number }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'conflictingMatches' }
  /** Another 4xx: the service does not take this request as it is. */
  | { readonly kind: 'rejected'; readonly status: number; readonly code?: string }
  /** An envelope with `success: false`. `message` is a machine code or `withheld`: free text may name a patient. */
  | { readonly kind: 'refusedByEnvelope'; readonly message: string }
  | { readonly kind: 'rateLimited'; readonly retryAfterMs?: number }
  | { readonly kind: 'serverFault'; readonly status: number; readonly retryAfterMs?: number }
  /** An answer that is not JSON, cut off, too long, of another shape, or a redirect elsewhere. */
  | { readonly kind: 'unreadableAnswer'; readonly reason: string }

/**
 * Every failure of a call to the intake service: a closed union. No member holds a token, header, address with
 * parameters or possible patient data.
 */
export type ServiceError = {
  /** Id of the operation, as in `partner.formPackets.list`. */
  readonly operation: string
  /** Number of requests made for this call, without those for its token. */
  readonly attempts: number
  /** Set when the operation itself was not sent, because no access token could be had. */
  readonly stage?: 'token'
  /** Set when the service answers other calls meanwhile: this operation alone fails, and no waiting mends it. */
  readonly isolated?: true
} & Failure

/** Placeholder in an error for the service's own words, which are not repeated. */
export const withheld = 'withheld'

type Unreadable = Extract<Failure, { kind: 'unreadableAnswer' }>

/** A call that its caller gave up. */
export const aborted: Failure = { kind: 'unreachable', reason: 'aborted' }

/** Tells why a call was given up: by its caller, or by the time limit of `limitTime`. */
export function gaveUp({ reason }: AbortSignal): Failure {
  return (reason as Partial<Failure> | undefined)?.kind === 'timedOut'
    ? (reason as Failure)
    : aborted
}

/** An answer that cannot be used; `reason` is Foyer's own wording, never the service's. */
export function unreadable(reason: string): Unreadable {
  return { kind: 'unreadableAnswer', reason }
}

/** An answer that ended before it was whole; the one unreadable answer that is worth another try. */
export const cutOff = { kind: 'unreadableAnswer', reason: 'cut off' } as const satisfies Failure

/** A read of what the service still works on (202): the answer comes when it is asked again. */
export const notReady = {
  kind: 'unreadableAnswer',
  reason: 'not ready yet (202)',
} as const satisfies Failure

/** Answer that was not read further; asking again for as much helps nobody. */
export const tooLong = unreadable('too long')

/** Answers from a portal or a proxy in the service's place. */
export const pageInstead = unreadable('a page (HTML or XML) in place of JSON')
export const redirected = unreadable('redirected')
export const notHttp = unreadable('not HTTP')

/** True if something between this machine and the service answered in its place. */
export function isFromBetween(failure: Failure): boolean {
  return (
    failure.kind === 'unreadableAnswer' &&
    [pageInstead, redirected, notHttp].some(({ reason }) => reason === failure.reason)
  )
}

/** True if the service itself answered, whole, with something that cannot be read. */
export function isMisread(failure: Failure): boolean {
  return (
    failure.kind === 'unreadableAnswer' &&
    failure.reason !== notReady.reason &&
    !isCutOff(failure) &&
    !isFromBetween(failure)
  )
}

/** True if an answer ended early: the network's fault, not the service's. */
export function isCutOff(failure: Failure): boolean {
  return failure.kind === cutOff.kind && failure.reason === cutOff.reason
}

/** Takes a machine code out of an answer, or undefined. */
export function machineCode(value: unknown): string | undefined {
  // One letter case, joined by `_`, `-` or `.`, at most 40: no token, sentence or usual name passes.
  if (typeof value !== 'string' || value.length > 40) return undefined
  return /^(?:[A-Z]+(?:[_.-][A-Z]+)*|[a-z]+(?:[_.-][a-z]+)*)$/.test(value) ? value : undefined
}
