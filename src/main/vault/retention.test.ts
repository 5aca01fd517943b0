import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepRetention } from './retention.ts'
import { openOrThrow, scratchFolder } from './testing/scratch.ts'

const dayMs = 24 * 60 * 60_000

let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => (scratch = scratchFolder()))
afterEach(() => scratch.remove())

/** A clock whose one timer ends when the test says so. */
function createClock() {
  let now = 0
  let timer: { at: number; action: () => void } | undefined
  return {
    wallTime: () => now,
    after(ms: number, action: () => void) {
      const own = { at: now + ms, action }
      timer = own
      return () => {
        if (timer === own) timer = undefined
      }
    },
    pass(ms: number) {
      const end = now + ms
      while (timer && timer.at <= end) {
        const { at, action } = timer
        timer = undefined
        now = at
        action()
      }
      now = end
    },
    get isWaiting() {
      return timer !== undefined
    },
  }
}

it('lets go every day of what is older than the policy of that day', async () => {
  const clock = createClock()
  const vault = await openOrThrow(scratch.folder, { now: clock.wallTime })
  const kept = () =>
    vault.audit.recent(['call'], { since: 0, limit: 99 }).map(({ fields }) => fields['day'])
  let keepDays = 3
  const end = keepRetention({ audit: vault.audit, keepDays: () => keepDays, clock })
  for (let day = 0; day <= 5; day += 1) {
    vault.audit.append('call', { day })
    clock.pass(dayMs)
  }
  expect(kept()).toEqual([5, 4, 3])
  expect(vault.verifyAudit().ok).toBe(true)
  keepDays = 1
  clock.pass(dayMs - 1)
  expect(kept()).toEqual([5, 4, 3])
  clock.pass(1)
  expect(kept()).toEqual([])
  expect(vault.verifyAudit().ok).toBe(true)
  end()
  expect(clock.isWaiting).toBe(false)
  vault.close()
})

it('goes on the day after a vault that failed', () => {
  const clock = createClock()
  const retain = vi.fn(() => {
    throw new Error('the disk is full')
  })
  keepRetention({ audit: { retain }, keepDays: () => 30, clock })
  clock.pass(dayMs)
  clock.pass(dayMs)
  expect(retain).toHaveBeenCalledTimes(2)
})
