import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepRetention, retainAudit } from './retention.ts'
import { openOrThrow, scratchFolder } from '../../../../test/harness/vault/scratch.ts'

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
    setTimeout: (action: () => void, ms: number) => (timer = { at: now + ms, action }),
    clearTimeout(id: unknown) {
      if (timer === id) timer = undefined
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
  const vault = await openOrThrow(scratch.folder, {
    now: clock.wallTime,
    monotonic: clock.wallTime,
  })
  const kept = () =>
    vault.audit.recent(['call'], { since: 0, limit: 99 }).map(({ fields }) => fields['day'])
  let keepDays = 3
  const end = keepRetention({ vault, audit: () => ({ keepDays }), clock })
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

it('goes on the day after a vault that failed', async () => {
  const clock = createClock()
  const vault = await openOrThrow(scratch.folder, {
    now: clock.wallTime,
    monotonic: clock.wallTime,
  })
  let isFull = true
  const retain: typeof vault.audit.retain = (...given) => {
    if (isFull) throw new Error('the disk is full')
    return vault.audit.retain(...given)
  }
  const kept = () => vault.audit.recent(['call'], { since: 0, limit: 99 }).length
  keepRetention({
    vault: { ...vault, audit: { ...vault.audit, retain } },
    audit: () => ({ keepDays: 1 }),
    clock,
  })
  vault.audit.append('call')
  clock.pass(2 * dayMs)
  expect(kept()).toBe(1)
  isFull = false
  clock.pass(dayMs)
  expect(kept()).toBe(0)
  vault.close()
})

it.each([
  ['the collector that is set', 'collector.example', 6514, undefined],
  ['another collector, which has none', 'another.example', 6514, 2],
  ['no collector', null, 6514, undefined],
])('says what %s did not get of that which goes', async (_, host, port, notForwarded) => {
  let now = Date.UTC(2026, 10, 20)
  const vault = await openOrThrow(scratch.folder, { now: () => now, monotonic: () => now })
  for (let count = 0; count < 2; count += 1) vault.audit.append('call')
  const cursor = { to: 'collector.example:6514', through: 99 }
  vault.securitySettings.write('audit.forwarded', JSON.stringify(cursor))
  now += 3 * dayMs
  const forward = { host, port, caFile: null, certFile: null, keyFile: null }
  retainAudit(vault, { keepDays: 1, forward }, now)
  const [checkpoint] = vault.audit.recent(['checkpoint'], { since: 0, limit: 1 })
  expect(checkpoint?.fields['removed']).toBe(vault.chain.after(0, 1)[0]!.seq - 1)
  expect(checkpoint?.fields['notForwarded']).toBe(notForwarded)
  vault.close()
})

it('loses nothing to a clock that somebody sets ahead, nor to a start with such a clock', async () => {
  const today = Date.UTC(2026, 10, 20)
  const tenYears = 3_652 * dayMs
  let [wall, ran] = [today, 0]
  const open = () => openOrThrow(scratch.folder, { now: () => wall, monotonic: () => ran })
  let vault = await open()
  const kept = () => vault.audit.recent(['call'], { since: 0, limit: 99 }).length
  const retain = () => retainAudit(vault, { keepDays: 30 }, wall)
  retain()
  vault.audit.append('call')
  wall = today + tenYears
  for (let start = 0; start < 3; start += 1) {
    retain()
    expect(kept()).toBe(1)
    vault.close()
    ran = 0
    vault = await open()
  }
  // With the clock left there for three days the kiosk's own date has gone on by thirty, and with it set back by none.
  ran += 3 * dayMs - 1
  retain()
  expect(kept()).toBe(1)
  wall = today + 31 * dayMs
  ran += dayMs
  retain()
  expect(kept()).toBe(0)
  vault.close()
})

it('keeps up after a kiosk was off, and after a clock that was behind', async () => {
  const today = Date.UTC(2026, 10, 20)
  let [wall, ran] = [today, 0]
  const vault = await openOrThrow(scratch.folder, { now: () => wall, monotonic: () => ran })
  const kept = () => vault.audit.recent(['call'], { since: 0, limit: 99 }).length
  retainAudit(vault, { keepDays: 30 }, wall)
  vault.audit.append('call')
  retainAudit(vault, { keepDays: 30 }, 0)
  wall = today + 31 * dayMs
  retainAudit(vault, { keepDays: 30 }, wall)
  expect(kept()).toBe(1)
  ran += 4 * dayMs
  retainAudit(vault, { keepDays: 30 }, wall)
  expect(kept()).toBe(0)
  vault.close()
})
