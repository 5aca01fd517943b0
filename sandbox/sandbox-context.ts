import { defaultWireProfile, type WireProfile } from '../src/contract/wire-profile.ts'
import { createTokens, type Tokens } from './auth/tokens.ts'
import type { SandboxClock } from './clock.ts'
import type { Fault } from './control/faults.ts'
import { credentials, type SandboxCredentials } from './credentials.ts'
import { sandboxSecret } from './http/wire.ts'
import { seed, type Newcomer } from './seeds/seed.ts'
import type { State } from './state/types.ts'
import { createSender, type Sender, type WebhookOptions } from './webhooks/sender.ts'

/** A call that the sandbox answered with a success. */
export interface Served {
  readonly operation: string
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>
}

const mostServed = 10_000

/** Remembers an answered call; the oldest are forgotten after some ten thousand. */
export function keepServed({ served }: SandboxContext, call: Served): void {
  if (served.length >= mostServed) served.splice(0, mostServed / 2)
  served.push(call)
}

/** Initial state of a sandbox besides the seeds. */
export interface Beginning {
  readonly credentials?: SandboxCredentials
  /** Patients beside the seeded ones. */
  readonly newcomers?: readonly Newcomer[]
  /** Profile of its wire; by default the contract's own. */
  readonly profile?: WireProfile
  /** Values of the profile's secret headers by name; `sandboxSecret` of one that is left out. */
  readonly wireSecrets?: Readonly<Record<string, string>>
  /** Address of the patient's page for a packet's completion token, where it is not one of the sandbox's own. */
  readonly completionUrl?: (token: string) => string
  /** True if the button of the patient's page waits for every required answer, as the documents say. */
  readonly nextWaits?: boolean
}

/** Parts that the handlers work on: the state, the time, the tokens and the active faults. */
export interface SandboxContext {
  state: State
  readonly clock: SandboxClock
  readonly tokens: Tokens
  readonly credentials: SandboxCredentials
  readonly profile: WireProfile
  /** The value that a secret header of the profile must have. */
  readonly secretOf: (name: string) => string
  readonly faults: Fault[]
  /** The newest calls that were answered with a success, oldest first. */
  readonly served: Served[]
  /** Carries webhook deliveries out of the state to their receivers. */
  readonly sender: Sender
  /** Base addresses without a trailing slash, known once the sandbox listens. */
  readonly urls: { api: string; pages: string }
  /** Address of the patient's page for a completion token; undefined: the sandbox's own page. */
  readonly completionUrl: ((token: string) => string) | undefined
  readonly nextWaits: boolean
  /** Key of signed file addresses. */
  readonly signingKey: Buffer
  /** Resets state, clock and faults to their start. Tokens stay valid. */
  reset(): void
}

/** Creates a freshly seeded sandbox. */
export function createSandboxContext(
  clock: SandboxClock,
  signingKey: Buffer,
  webhooks: WebhookOptions = {},
  beginning: Beginning = {},
): SandboxContext {
  const owners = beginning.credentials ?? credentials
  const sandbox: SandboxContext = {
    state: seed(clock.now(), beginning.newcomers),
    clock,
    tokens: createTokens(clock, signingKey, owners),
    credentials: owners,
    profile: beginning.profile ?? defaultWireProfile,
    secretOf: (name) => beginning.wireSecrets?.[name] ?? sandboxSecret(name),
    faults: [],
    served: [],
    sender: createSender(() => sandbox.state, clock, webhooks),
    urls: { api: '', pages: '' },
    completionUrl: beginning.completionUrl,
    nextWaits: beginning.nextWaits ?? false,
    signingKey,
    reset: () => {
      clock.reset()
      sandbox.faults.length = 0
      sandbox.served.length = 0
      sandbox.state = seed(clock.now(), beginning.newcomers)
      sandbox.sender.wake()
    },
  }
  return sandbox
}
