import { readLiveFacts } from './facts.ts'
import { Secret } from './secret.ts'
import { session } from './session-setup.ts'

/** ms between two looks at what changes while staff do nothing. */
export const refreshMs = 3_000

/** Reads what changes by itself: the connection, what waits, and how the intake that is open stands. */
export const readLive = session.assign(({ context: { ports, facts, intake } }) => ({
  facts: { ...facts, ...readLiveFacts(ports) },
  intake: intake && ports.intakes ? new Secret(ports.intakes.again(intake.read())) : intake,
}))

/** Looks again in a while; stopped by `endLive`. */
export const lookLater = session.raise({ type: 'refresh' }, { id: 'refresh', delay: refreshMs })
export const endLive = session.cancel('refresh')
