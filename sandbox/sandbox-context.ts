import { defaultWireProfile, type WireProfile } from '../src/contract/wire-profile.ts'
import { createTokens } from './auth/tokens.ts'
import type { SandboxClock } from './clock.ts'
import type { Fault } from './control/faults.ts'
import { credentials, type SandboxCredentials } from './credentials.ts'
import { sandboxSecret } from './http/wire.ts'
import { seed, type Newcomer } from './seeds/seed.ts'
import { createSender, type WebhookOptions } from './webhooks/sender.ts'

/** A call that the sandbox answered with a success, and the parameters of its path. */
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

export type SandboxContext = ReturnType<typeof createSandboxContext>

/** Creates a freshly seeded sandbox. `signingKey`: of tokens and signed file addresses. */
export function createSandboxContext(
  clock: SandboxClock,
  signingKey: Buffer,
  webhooks: WebhookOptions = {},
  beginning: Beginning = {},
) {
  const { newcomers, wireSecrets, completionUrl, nextWaits = false } = beginning
  const owners = beginning.credentials ?? credentials
  const faults: Fault[] = []
  const served: Served[] = []
  let state = seed(clock.now(), newcomers)
  const sender = createSender(() => state, clock, webhooks)
  return {
    get state() {
      return state
    },
    clock,
    tokens: createTokens(clock, signingKey, owners),
    credentials: owners,
    profile: beginning.profile ?? defaultWireProfile,
    secretOf: (name: string) => wireSecrets?.[name] ?? sandboxSecret(name),
    faults,
    /** Oldest first. */
    served,
    sender,
    /** Base addresses without a trailing slash, known once the sandbox listens. */
    urls: { api: '', pages: '' },
    completionUrl,
    nextWaits,
    signingKey,
    /** Resets state, clock and faults to their start. Tokens stay valid. */
    reset() {
      clock.reset()
      faults.length = 0
      served.length = 0
      state = seed(clock.now(), newcomers)
      sender.wake()
    },
  }
}
