import type { SandboxClock } from './clock.ts'
import type { Fault } from './control/faults.ts'
import { seed } from './seeds/seed.ts'
import type { State } from './state/types.ts'
import { createTokens } from './auth/tokens.ts'
import type { Tokens } from './auth/tokens.ts'
import type { WebhookOptions } from './webhooks/post.ts'
import { createSender } from './webhooks/sender.ts'
import type { Sender } from './webhooks/sender.ts'

/** What the handlers work on: the state, the time, the tokens and the faults that are switched on. */
export interface World {
  state: State
  readonly clock: SandboxClock
  readonly tokens: Tokens
  readonly faults: Fault[]
  /** Carries webhook deliveries out of the state to their receivers. */
  readonly sender: Sender
  /** Base addresses without a trailing slash, known once the sandbox listens. */
  readonly urls: { api: string; pages: string }
  /** Key of signed file addresses. */
  readonly signingKey: Buffer
  /** Everything as it was at the start: state, clock and faults. Tokens stay valid. */
  reset(): void
}

/** A freshly seeded world. */
export function createWorld(
  clock: SandboxClock,
  signingKey: Buffer,
  webhooks: WebhookOptions = {},
): World {
  const world: World = {
    state: seed(clock.now()),
    clock,
    tokens: createTokens(clock, signingKey),
    faults: [],
    sender: createSender(() => world.state, clock, webhooks),
    urls: { api: '', pages: '' },
    signingKey,
    reset: () => {
      clock.reset()
      world.faults.length = 0
      world.state = seed(clock.now())
      world.sender.wake()
    },
  }
  return world
}
