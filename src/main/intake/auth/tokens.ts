import { err, ok, type Result } from '../../../shared/result.ts'
import type { Clock } from '../../base/clock.ts'
import { gaveUp, type Failure } from '../http/errors.ts'

export type Grant = { readonly token: string; readonly lifetimeMs: number }

/** Share of its lifetime after which a token is renewed, at the earliest and at the latest. */
const renewal = { from: 0.8, to: 0.9 }
/** Share of its lifetime after which a token is not used any more. */
const lastUse = 0.98
/** ms after a failed renewal, while the present token still serves. */
const renewalPauseMs = 10_000
const doubtPauseMs = 60_000

/** Keeps one access token in memory, aged by elapsed time. */
export function createTokenSource(
  request: () => Promise<Result<Grant, Failure>>,
  { clock, random }: { clock: Clock; random: () => number },
) {
  // Renews it in its last fifth beside running calls, so that callers neither wait nor notice short outages.
  let current: { token: string; renewAt: number; endsAt: number } | undefined
  let inFlight: Promise<Result<string, Failure>> | undefined
  let doubtAgainAt = -Infinity

  async function renew(): Promise<Result<string, Failure>> {
    const startedAt = clock.now()
    const granted = await request()
    if (!granted.ok) {
      if (current) current.renewAt = clock.now() + renewalPauseMs
      return granted
    }
    const { token, lifetimeMs } = granted.value
    const share = renewal.from + random() * (renewal.to - renewal.from)
    const renewAt = startedAt + lifetimeMs * share
    current = { token, renewAt, endsAt: startedAt + lifetimeMs * lastUse }
    return ok(token)
  }
  const renewOnce = () => (inFlight ??= renew().finally(() => (inFlight = undefined)))

  return {
    /** However many callers wait, one request is in flight. Never rejects for a service failure. */
    async get(signal?: AbortSignal): Promise<Result<string, Failure>> {
      const now = clock.now()
      if (!current || now >= current.endsAt) return unlessAborted(renewOnce, signal)
      // A failed renewal beside a good token concerns nobody yet; a bug reaches the next caller who waits.
      if (now >= current.renewAt) renewOnce().catch(() => undefined)
      return ok(current.token)
    },
    /** The service refused it; no effect once it was replaced. */
    refuse(token: string) {
      if (current?.token === token) current = undefined
    },
    /** Renews one that an envelope may have refused, once a minute. True if another token can be tried. */
    async doubt(token: string, signal?: AbortSignal) {
      if (current && current.token !== token) return true
      if (!inFlight) {
        if (clock.now() < doubtAgainAt) return false
        doubtAgainAt = clock.now() + doubtPauseMs
      }
      const renewed = await unlessAborted(renewOnce, signal)
      return renewed.ok && renewed.value !== token
    },
  }
}

export type TokenSource = ReturnType<typeof createTokenSource>

function unlessAborted<T>(
  start: () => Promise<Result<T, Failure>>,
  signal: AbortSignal | undefined,
): Promise<Result<T, Failure>> {
  if (!signal) return start()
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(err(gaveUp(signal)))
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp)
    start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', giveUp))
  })
}
