import type { ConnectionState } from '../../../shared/connection.ts'
import { backoffMs, jitteredBackoffMs } from '../../../shared/backoff.ts'
import type { WallClock } from '../../base/clock.ts'
import { createListeners } from '../../base/listeners.ts'
import { after } from '../../base/timers.ts'
import type { CallReport } from '../client/call-types.ts'
import { isCutOff, isFromBetween, type ServiceError } from '../http/errors.ts'

interface Connection {
  readonly state: ConnectionState
  /** ms since 1970; null before the first call. */
  readonly since: number | null
}

/** Requests in a row that must contradict the known state: one failure is no outage yet. */
const enough = 2
/** Answers of which the middle one counts. */
const timed = 5
/** ms of the middle answer: slow from, and no more below. */
export const slowMs = { from: 4_000, until: 2_000 } as const
/** ms until the next probe. */
export const probeMs = { doubt: 1_000, idle: 10 * 60_000 } as const
/** Of a service that cannot be used; at least half of each. */
const retries = { firstMs: 10_000, longestMs: 60_000 } as const

const down: ReadonlySet<ConnectionState> = new Set(['offline', 'refused', 'serviceDown'])

/** True if the service cannot serve now, but another network or a later time may help. */
export const isServiceDown = (state: ConnectionState): boolean => down.has(state)

const isUsable = (state: ConnectionState) => state === 'online' || state === 'slow'

/** Learns the connection from real calls, or a probe where those are few; never from the machine's network state. */
export function createConnectionMonitor(options: {
  readonly clock: WallClock
  /** Uniform in [0, 1): spreads the probes of many kiosks that lost the network together. */
  readonly random: () => number
  readonly onChange: (change: {
    readonly from: ConnectionState
    readonly to: ConnectionState
    readonly reason: string
  }) => void
}) {
  const { clock, random, onChange } = options
  let connection: Connection = { state: 'unknown', since: null }
  let doubt: { readonly state: ConnectionState; readonly weight: number } | undefined
  let failures = 0
  let durations: readonly number[] = []
  let schedule = () => {}
  const listeners = createListeners()

  function change(to: ConnectionState, reason: string) {
    const { state: from } = connection
    doubt = undefined
    if (from === to) return
    connection = { state: to, since: clock.wallTime() }
    onChange({ from, to, reason })
    listeners.call()
  }

  function seenBy({ state, perRequestMs }: Evidence): ConnectionState {
    if (state !== 'online') return state
    durations = [...durations, perRequestMs].slice(-timed)
    const middle = [...durations].sort((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0
    const limit = connection.state === 'slow' ? slowMs.until : slowMs.from
    return durations.length === timed && middle >= limit ? 'slow' : 'online'
  }

  return {
    current: (): Connection => connection,
    subscribe: (listener: () => void) => listeners.add(listener),
    heard(report: CallReport) {
      const evidence = evidenceOf(report)
      if (!evidence) return
      const seen = seenBy(evidence)
      const { state } = connection
      failures = isUsable(seen) ? 0 : failures + 1
      const isPlain = state === seen || state === 'unknown' || (isUsable(state) && isUsable(seen))
      // All failures speak against a usable service; among themselves they must agree.
      const isSame = isUsable(state) ? !isUsable(seen) : doubt?.state === seen
      const weight = evidence.weight + (doubt && isSame ? doubt.weight : 0)
      if (isPlain || weight >= enough) change(seen, evidence.reason)
      else doubt = { state: seen, weight }
      schedule()
    },
    /** Calls `probe` when evidence is needed; its report comes by `heard`. The value ends this, and a running probe. */
    watch(probe: (signal: AbortSignal) => Promise<unknown>) {
      const ended = new AbortController()
      let cancel = () => {}
      let isProbing = false
      const next = () => {
        cancel()
        if (isProbing || ended.signal.aborted) return
        cancel = after(clock, pauseMs(), () => void run())
      }
      const pauseMs = () => {
        if (doubt) return probeMs.doubt
        if (connection.state === 'unknown' || isUsable(connection.state)) return probeMs.idle
        const tries = Math.max(1, failures)
        return (backoffMs(retries, tries) + jitteredBackoffMs(retries, tries, random)) / 2
      }
      const run = async () => {
        isProbing = true
        try {
          await probe(ended.signal)
        } catch {
          // Not audited, it returned nothing; the vault reports its own faults.
        } finally {
          isProbing = false
          next()
        }
      }
      schedule = next
      next()
      return () => {
        ended.abort()
        cancel()
        if (schedule === next) schedule = () => {}
      }
    },
  }
}

export type ConnectionMonitor = ReturnType<typeof createConnectionMonitor>

interface Evidence {
  readonly state: Exclude<ConnectionState, 'unknown' | 'slow'>
  /** Technical words for the log: an error code, a status. Nothing of an answer. */
  readonly reason: string
  /** Per request of the call. */
  readonly perRequestMs: number
  readonly weight: number
}

/** Node and OpenSSL refuse a certificate, or find no TLS where it should be. */
const tlsRefused =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/

/** Undefined for a call that was given up. */
function evidenceOf({ error, attempts, tookMs }: CallReport): Evidence | undefined {
  const perRequestMs = tookMs / Math.max(1, attempts)
  if (!error) return { state: 'online', reason: 'answered', perRequestMs, weight: 1 }
  const meaning = meaningOf(error)
  return meaning && { ...meaning, perRequestMs, weight: Math.max(1, attempts) }
}

function meaningOf(error: ServiceError): Pick<Evidence, 'state' | 'reason'> | undefined {
  switch (error.kind) {
    case 'unreachable':
      if (error.reason === 'aborted') return undefined
      return { state: unreachedState(error.reason), reason: error.reason }
    case 'timedOut':
      return { state: 'offline', reason: 'no answer in time' }
    case 'serverFault':
      return { state: 'serviceDown', reason: `status ${error.status}` }
    case 'unreadableAnswer':
      if (isCutOff(error)) return { state: 'offline', reason: error.reason }
      if (isFromBetween(error)) return { state: 'refused', reason: error.reason }
      return { state: 'online', reason: 'unreadable' }
    case 'unauthorized':
    case 'forbidden':
      return { state: 'denied', reason: error.kind }
    case 'notFound':
    case 'conflictingMatches':
    case 'rejected':
    case 'refusedByEnvelope':
    case 'rateLimited':
      return { state: 'online', reason: error.kind }
  }
}

/** A host that refuses a connection is there, and so is the network. */
function unreachedState(code: string): Evidence['state'] {
  if (tlsRefused.test(code)) return 'refused'
  return code === 'ECONNREFUSED' ? 'serviceDown' : 'offline'
}
