import { z } from 'zod'
import { backoffMs } from '../../shared/backoff.ts'

export const wrongTries = z.strictObject({
  wrong: z.int(),
  /** Earliest time of the next try, in ms of the machine's measured time (`Vault.time`). */
  notBefore: z.number(),
})
export type WrongTries = z.infer<typeof wrongTries>

export const noWrongTries: WrongTries = { wrong: 0, notBefore: 0 }

/** Wrong ones that cost no wait. */
const freeTries = 3
const waits = { firstMs: 30_000, longestMs: 60 * 60_000 } as const

/** One try more that may be wrong, at `now` (measured ms): to be kept before anything is compared. */
export function countTry({ wrong: before }: WrongTries, now: number): WrongTries {
  const wrong = before + 1
  const waitMs = wrong < freeTries ? 0 : backoffMs(waits, wrong - freeTries + 1)
  return { wrong, notBefore: now + waitMs }
}

/** ms until the next one is looked at. */
export function waitLeftMs({ notBefore }: WrongTries, now: number): number {
  return Math.ceil(Math.min(Math.max(notBefore - now, 0), waits.longestMs))
}
