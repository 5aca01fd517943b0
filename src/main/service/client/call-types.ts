import type { Dispatcher } from 'undici'
import type { Input, Operation } from '../../../contract/operation.ts'
import type { WireProfile } from '../../../contract/wire-profile.ts'
import type { WallClock } from '../../base/clock.ts'
import type { CredentialSource } from '../auth/token-request.ts'
import type { ServiceError, ServiceErrorKind } from '../http/errors.ts'
import type { Limits } from '../http/exchange.ts'
import type { SecretSource } from '../http/transport.ts'

/** What a caller may say about one call. */
export interface CallOptions {
  /** Gives the call up: it then comes back as `unreachable` with the reason `aborted`. */
  readonly signal?: AbortSignal
}

/** What an operation is called with: its input, which may be left out where nothing of it is required, and options. */
export type Arguments<O extends Operation, Options> =
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- whether the empty object is one
  Record<never, never> extends Input<O>
    ? [input?: Input<O>, options?: Options]
    : [input: Input<O>, options?: Options]

/** What the audit learns of a call, before its caller does: no answer, no contact, no token. */
export interface AuditEntry {
  readonly operation: string
  /** Ids that name the record: the path's, and the patient's where the request or the answer names one. */
  readonly records: Readonly<Record<string, string>>
  readonly outcome: 'ok' | ServiceErrorKind
}

/** One line of the log. */
export interface CallReport {
  readonly operation: string
  readonly outcome: 'ok' | ServiceErrorKind
  readonly error?: ServiceError
  readonly attempts: number
  readonly tookMs: number
}

/** What a client is made of. Addresses are those of the settings; secrets are asked for when they are needed. */
export interface IntakeClientOptions {
  readonly partnerUrl: string
  readonly partnerAuthUrl: string
  readonly developerUrl: string
  readonly developerAuthUrl: string
  readonly credentials: { readonly partner: CredentialSource; readonly developer: CredentialSource }
  /** How the service speaks on the wire; as the contract says, when it is left out. */
  readonly profile?: WireProfile
  /** Values of the profile's secret headers, by the names under which they are kept. */
  readonly secrets?: SecretSource
  /** Sends the requests instead of a connection pool of the client's own; its owner closes it. */
  readonly dispatcher?: Dispatcher
  readonly limits?: Partial<Limits>
  readonly clock?: WallClock
  /** Uniform in [0, 1); spreads retries and renewals. */
  readonly random?: () => number
  /**
   * Awaited before a call comes back, whatever came of it; not called where no token was to be had, and so nothing
   * sent. When it fails, the call rejects and hands out nothing.
   */
  readonly audit?: (entry: AuditEntry) => void | Promise<void>
  readonly log?: (report: CallReport) => void
}
