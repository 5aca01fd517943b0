import type { Dispatcher } from 'undici'
import type { Input, Operation } from '../../../contract/operation.ts'
import type { Reader } from '../../../contract/readers/reading.ts'
import type { WireProfile } from '../../../contract/wire-profile.ts'
import type { Result } from '../../../shared/result.ts'
import type { WallClock } from '../../base/clock.ts'
import type { CredentialSource } from '../auth/token-request.ts'
import type { NetworkOptions } from '../http/agent.ts'
import type { ServiceError, ServiceErrorKind } from '../http/errors.ts'
import type { Limits } from '../http/exchange.ts'

export interface CallOptions {
  /** Gives the call up: `unreachable` with the reason `aborted`. */
  readonly signal?: AbortSignal
  /** ms for the whole call; after them it fails as what it met last. */
  readonly withinMs?: number
}

export type Call = <O extends Operation, T>(
  operation: O,
  reader: Reader<T>,
  input: Input<O>,
  options?: CallOptions,
) => Promise<Result<T, ServiceError>>

/** Written before the caller gets the result: no answer, no contact, no token. */
export interface AuditEntry {
  readonly operation: string
  /** The path's ids, and the patient's where the request or the answer names one. */
  readonly records: Readonly<Record<string, string>>
  readonly outcome: 'ok' | ServiceErrorKind
}

export interface CallReport extends Pick<AuditEntry, 'operation' | 'outcome'> {
  readonly error?: ServiceError
  readonly attempts: number
  readonly tookMs: number
}

/** Addresses come from the settings; secrets are requested when needed. */
export interface IntakeClientOptions extends NetworkOptions {
  readonly partnerUrl: string
  readonly partnerAuthUrl: string
  readonly developerUrl: string
  readonly developerAuthUrl: string
  readonly credentials: { readonly partner: CredentialSource; readonly developer: CredentialSource }
  readonly profile?: WireProfile
  /** In place of the client's own connection pool; its owner closes it. */
  readonly dispatcher?: Dispatcher
  readonly limits?: Partial<Limits>
  readonly clock?: WallClock
  /** Uniform in [0, 1); spreads retries and renewals. */
  readonly random?: () => number
  /** Awaited before a sent call returns, not without a token. If it fails, the call rejects. */
  readonly audit?: (entry: AuditEntry) => void | Promise<void>
  readonly log?: (report: CallReport) => void
}
