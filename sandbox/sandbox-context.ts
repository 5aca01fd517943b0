import { defaultWireProfile, type WireProfile } from '../src/contract/wire-profile.ts'
import { createTokens, type Tokens } from './auth/tokens.ts'
import type { SandboxClock } from './clock.ts'
import type { Fault } from './control/faults.ts'
import { credentials, type SandboxCredentials } from './credentials.ts'
import { sandboxSecret } from './http/wire.ts'
import { seed, type Newcomer } from './seeds/seed.ts'
import type { State } from './state/types.ts'
import { createSender, type Sender, type WebhookOptions } from './webhooks/sender.ts'

export interface Served {
  readonly operation: string
  readonly params: Readonly<Record<string, string>>
}

const mostServed = 10_000

/** Remembers an answered call; the oldest are forgotten after some ten thousand. */
export function keepServed({ served }: SandboxContext, call: Served): void {
  if (served.length >= mostServed) served.splice(0, mostServed / 2)
  served.push(call)
}

export interface Beginning {
  readonly credentials?: SandboxCredentials
  readonly newcomers?: readonly Newcomer[]
  readonly profile?: WireProfile
  /** Values of the profile's secret headers by name; `sandboxSecret` of one that is left out. */
  readonly wireSecrets?: Readonly<Record<string, string>>
  /** Address of the patient's page for a packet's completion token, where it is not one of the sandbox's own. */
  readonly completionUrl?: (token: string) => string
  /** True if the button of the patient's page waits for every required answer, as the documents say. */
  readonly nextWaits?: boolean
}

export interface SandboxContext {
  state: State
  readonly clock: SandboxClock
  readonly tokens: Tokens
  readonly credentials: SandboxCredentials
  readonly profile: WireProfile
  readonly secretOf: (name: string) => string
  readonly faults: Fault[]
  /** The newest calls that were answered with a success, oldest first. */
  readonly served: Served[]
  readonly sender: Sender
  /** Base addresses without a trailing slash, known once the sandbox listens. */
  readonly urls: { api: string; pages: string }
  readonly completionUrl: ((token: string) => string) | undefined
  readonly nextWaits: boolean
  readonly signingKey: Buffer
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
