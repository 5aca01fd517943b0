import { backoffMs, jitteredBackoffMs, type Backoff } from '../../../../shared/backoff.ts'
import { isSettled, type OutboxRow } from './row.ts'
import { isInDoubt } from './steps.ts'

/** ms after which every sent request has been carried out, if ever: only then does a look that finds nothing count. */
const calmAfterMs = 60_000
/** ms between two tries of an intake that fails, and between two tries of any while all fail. */
const ofIntake: Backoff = { firstMs: 5_000, longestMs: 30 * 60_000 }
const ofAll: Backoff = { firstMs: 1_000, longestMs: 60_000 }
/** ms between a choice of staff and the first thing that is done by it. */
export const holdMs = 30_000
/** ms until the service is asked again whether it lets the kiosk in. */
const accessMs = 60 * 60_000

export type Schedule = ReturnType<typeof createSchedule>

/** Makes an empty schedule. `now`: ms that only grow; `random`: in [0, 1). */
export function createSchedule(now: () => number, random: () => number) {
  const startedAt = now()
  const due = new Map<string, number>()
  const heldUntil = new Map<string, number>()
  const askedAt = new Map<string, number>()
  let restUntil = -Infinity
  /** The service asked for it: nobody shortens it. */
  let notBefore = -Infinity
  let failuresOfAll = 0

  const spread = (backoff: Backoff, failures: number) =>
    (backoffMs(backoff, failures) + jitteredBackoffMs(backoff, failures, random)) / 2
  const calmAt = (id: string) => (askedAt.get(id) ?? startedAt) + calmAfterMs
  const rest = () => {
    failuresOfAll += 1
    restUntil = Math.max(restUntil, now() + spread(ofAll, failuresOfAll))
  }
  const dueOf = ({ id }: OutboxRow) =>
    Math.max(notBefore, restUntil, due.get(id) ?? -Infinity, heldUntil.get(id) ?? -Infinity)

  return {
    pick: (rows: readonly OutboxRow[]) => inTurn(rows).find((row) => dueOf(row) <= now()),
    nextInMs(rows: readonly OutboxRow[]): number | null {
      const next = Math.min(...inTurn(rows).map(dueOf))
      return next === Infinity ? null : Math.max(0, next - now())
    },
    asked: (id: string) => void askedAt.set(id, now()),
    isCalm: (id: string) => now() >= calmAt(id),
    succeeded(id: string) {
      due.delete(id)
      failuresOfAll = 0
    },
    failed(id: string, failures: number, afterMs: number) {
      due.set(id, now() + spread(ofIntake, failures))
      notBefore = Math.max(notBefore, now() + afterMs)
      rest()
    },
    wait(id: string) {
      const soon = now() + ofAll.firstMs
      due.set(id, Math.max(soon, calmAt(id)))
    },
    hold: (id: string) => void heldUntil.set(id, now() + holdMs),
    refusedAccess: (id: string) => void due.set(id, now() + accessMs),
    tryNow(id?: string) {
      restUntil = -Infinity
      if (id === undefined) due.clear()
      else for (const times of [due, heldUntil]) times.delete(id)
    },
    rest,
  }
}

/** Tells whether an intake is tried without a person's decision. */
export function isTried(row: OutboxRow): boolean {
  return !isSettled(row) && (row.attention === null || row.attention.reason === 'accessRevoked')
}

/** Only the first of those perhaps of one person, and none beside one in doubt, whose records it would take. */
function inTurn(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  const tried = rows.filter(isTried)
  const inDoubt = new Set(tried.filter(({ state }) => isInDoubt(state)))
  const doubted = firstOfEach([...inDoubt], new Set())
  const taken = new Set(doubted.flatMap(keysOf))
  const certain = tried.filter((row) => !inDoubt.has(row))
  const free = new Set([...doubted, ...firstOfEach(certain, taken)])
  return tried.filter((row) => free.has(row))
}

function firstOfEach(rows: readonly OutboxRow[], taken: Set<string>): readonly OutboxRow[] {
  return rows.filter((row) => {
    const keys = keysOf(row)
    const isFree = !keys.some((key) => taken.has(key))
    for (const key of keys) taken.add(key)
    return isFree
  })
}

function keysOf({ dateOfBirth, state }: OutboxRow): readonly string[] {
  const born = `born ${dateOfBirth}`
  return 'patientId' in state ? [born, `patient ${state.patientId}`] : [born]
}
