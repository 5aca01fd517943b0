import type { Failure } from '../../../src/main/service/http/errors.ts'
import { cutOff, pageInstead, unreadable } from '../../../src/main/service/http/errors.ts'
import type { Dice } from './random.ts'

/** What happens to a call. */
export interface ModelFault {
  readonly name: string
  /** ms until the call comes back. */
  readonly tookMs: number
  /** ms after which the service does what was asked; null: never. */
  readonly carriedAfterMs: number | null
  readonly error?: Failure
  /** The answer is one that no honest service gives. */
  readonly isHostile?: true
  /** The call cannot be audited, and hands out nothing. */
  readonly throws?: true
}

/** ms within which the service carries out what reached it, at the latest. */
const latestMs = 55_000
const attemptMs = 20_000

/** A call that goes well. */
export function noFault(dice: Dice): ModelFault {
  return { name: 'none', tookMs: 10 + dice.below(200), carriedAfterMs: 0 }
}

/** One of all that can go wrong. `hostile`: answers that lie are among them. */
export function anyFault(dice: Dice, hostile: boolean): ModelFault {
  const tookMs = 10 + dice.below(500)
  const nothing = { tookMs, carriedAfterMs: null }
  const carried = { tookMs, carriedAfterMs: 0 }
  const asked = dice.chance(0.5) ? { retryAfterMs: dice.below(300_000) } : {}
  const reset: Failure = { kind: 'unreachable', reason: 'ECONNRESET' }
  const timedOut: Failure = { kind: 'timedOut', afterMs: attemptMs }
  const status = dice.pick([500, 502, 503, 504])
  const faults: readonly ModelFault[] = [
    { name: 'down', ...nothing, error: { kind: 'unreachable', reason: 'ECONNREFUSED' } },
    { name: 'black hole', tookMs: attemptMs, carriedAfterMs: null, error: timedOut },
    {
      name: 'carried out late',
      ...{ tookMs: attemptMs, error: timedOut },
      carriedAfterMs: attemptMs + dice.below(latestMs - attemptMs),
    },
    { name: 'cut before', ...nothing, error: reset },
    { name: 'cut after', ...carried, error: reset },
    { name: 'cut in the answer', ...carried, error: cutOff },
    { name: 'fault before', ...nothing, error: { kind: 'serverFault', status, ...asked } },
    { name: 'fault after', ...carried, error: { kind: 'serverFault', status, ...asked } },
    { name: 'too many', ...nothing, error: { kind: 'rateLimited', ...asked } },
    { name: 'no token', ...nothing, error: { kind: 'unauthorized' } },
    { name: 'no grant', ...nothing, error: { kind: 'forbidden' } },
    { name: 'portal', ...nothing, error: pageInstead },
    { name: 'garbled', ...carried, error: unreadable('expected a record, found nonsense') },
    { name: 'not audited', ...carried, throws: true },
    { name: 'not audited, not done', ...nothing, throws: true },
  ]
  return hostile && dice.chance(0.1)
    ? { name: 'hostile', ...carried, isHostile: true }
    : dice.pick(faults)
}
