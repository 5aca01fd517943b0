export type ServiceErrorKind = ServiceError['kind']

/** A failure before it is known for which call it stands. */
export type Failure =
  /** `reason`: a machine code such as ECONNREFUSED, or `aborted` when the caller gave up. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'timedOut'; readonly afterMs: number }
  | { readonly kind: 'unauthorized' | 'forbidden' | 'notFound' | 'conflictingMatches' }
  /** Another 4xx. */
  | { readonly kind: 'rejected'; readonly status: number; readonly code?: string }
  /** `success: false`. `message`: a machine code or `withheld`: free text may name a patient. */
  | { readonly kind: 'refusedByEnvelope'; readonly message: string }
  | { readonly kind: 'rateLimited'; readonly retryAfterMs?: number }
  | { readonly kind: 'serverFault'; readonly status: number; readonly retryAfterMs?: number }
  /** Not JSON, cut off, too long, of another shape, or a redirect elsewhere. */
  | { readonly kind: 'unreadableAnswer'; readonly reason: string }

/** No member holds a token, header, address with parameters or possible patient data. */
export type ServiceError = {
  /** As in `partner.formPackets.list`. */
  readonly operation: string
  /** Requests of this call, without those for its token. */
  readonly attempts: number
  /** Not sent, because no access token could be had. */
  readonly stage?: 'token'
  /** The service answers other calls meanwhile: no waiting mends it. */
  readonly isolated?: true
} & Failure

/** In place of the service's own words. */
export const withheld = 'withheld'

type Unreadable = Extract<Failure, { kind: 'unreadableAnswer' }>

export const aborted: Failure = { kind: 'unreachable', reason: 'aborted' }

/** Tells why a call was given up: by its caller, or by `limitTime`. */
export function gaveUp({ reason }: AbortSignal): Failure {
  return (reason as Partial<Failure> | undefined)?.kind === 'timedOut'
    ? (reason as Failure)
    : aborted
}

/** Makes the failure of an unusable answer; `reason`: Foyer's own wording, never the service's. */
export function unreadable(reason: string): Unreadable {
  return { kind: 'unreadableAnswer', reason }
}

/** Ended before it was whole; the one unreadable answer that is worth another try. */
export const cutOff = unreadable('cut off')

/** The service still works on it (202): the answer comes when it is asked again. */
export const notReady = unreadable('not ready yet (202)')

/** Not read further; asking again for as much helps nobody. */
export const tooLong = unreadable('too long')

export const pageInstead = unreadable('a page (HTML or XML) in place of JSON')
export const redirected = unreadable('redirected')
export const notHttp = unreadable('not HTTP')

/** True if a portal or a proxy answered in the service's place. */
export function isFromBetween(failure: Failure): boolean {
  return (
    failure.kind === 'unreadableAnswer' &&
    [pageInstead, redirected, notHttp].some(({ reason }) => reason === failure.reason)
  )
}

/** True if the service itself answered, whole, what cannot be read. */
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

/** Takes a machine code out of an answer; undefined for anything else. */
export function machineCode(value: unknown): string | undefined {
  // One letter case, joined by `_`, `-` or `.`, at most 40: no token, sentence or usual name passes.
  if (typeof value !== 'string' || value.length > 40) return undefined
  return /^(?:[A-Z]+(?:[_.-][A-Z]+)*|[a-z]+(?:[_.-][a-z]+)*)$/.test(value) ? value : undefined
}
