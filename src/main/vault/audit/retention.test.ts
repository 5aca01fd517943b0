import { expect, it } from 'vitest'
import { retainAudit } from './audit-copies.ts'
import { simulatedWallClock } from '#harness/bus/wall-clock.ts'
import { keepTestAudit } from '#harness/vault/forward.ts'
import { vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { Vault } from '../vault.ts'

const dayMs = 24 * 60 * 60_000

const scratch = vaultOfEachTest()

/** Days of the audited calls that are left. */
const kept = ({ audit }: Vault) =>
  audit.recent(['call'], { since: 0, limit: 99 }).map(({ fields }) => fields['day'])
const today = Date.UTC(2026, 10, 20)

it('lets go every day of what is older than the policy of that day', async () => {
  const clock = simulatedWallClock(0)
  const vault = await scratch.open({ now: clock.wallTime, monotonic: clock.wallTime })
  let keepDays = 3
  const { stop } = keepTestAudit(vault, clock, () => ({ keepDays }))
  for (let day = 0; day <= 5; day += 1) {
    vault.audit.append('call', { day })
    clock.increment(dayMs)
  }
  expect(kept(vault)).toEqual([5, 4, 3])
  const [checkpoint] = vault.audit.recent(['checkpoint'], { since: 0, limit: 1 })
  expect(checkpoint?.fields).not.toHaveProperty('notForwarded')
  expect(vault.verifyAudit().ok).toBe(true)
  keepDays = 1
  clock.increment(dayMs - 1)
  expect(kept(vault)).toEqual([5, 4, 3])
  clock.increment(1)
  expect(kept(vault)).toEqual([])
  expect(vault.verifyAudit().ok).toBe(true)
  await stop('stopped')
  vault.audit.append('call')
  clock.increment(9 * dayMs)
  expect(kept(vault)).toHaveLength(1)
})

it('goes on the day after a vault that failed', async () => {
  const clock = simulatedWallClock(0)
  const vault = await scratch.open({ now: clock.wallTime, monotonic: clock.wallTime })
  let isFull = true
  const retain: typeof vault.audit.retain = (...given) => {
    if (isFull) throw new Error('the disk is full')
    return vault.audit.retain(...given)
  }
  keepTestAudit({ ...vault, audit: { ...vault.audit, retain } }, clock, () => ({ keepDays: 1 }))
  vault.audit.append('call')
  clock.increment(2 * dayMs)
  expect(kept(vault)).toHaveLength(1)
  isFull = false
  clock.increment(dayMs)
  expect(kept(vault)).toEqual([])
})

it('loses nothing to a clock that somebody sets ahead, nor to a start with such a clock', async () => {
  const tenYears = 3_652 * dayMs
  let [wall, ran] = [today, 0]
  const open = () => scratch.open({ now: () => wall, monotonic: () => ran })
  let vault = await open()
  const retain = () => retainAudit(vault, { keepDays: 30 }, wall)
  retain()
  vault.audit.append('call')
  wall = today + tenYears
  for (let start = 0; start < 3; start += 1) {
    retain()
    expect(kept(vault)).toHaveLength(1)
    vault.close()
    ran = 0
    vault = await open()
  }
  // With the clock left there for three days the kiosk's own date has gone on by thirty, and with it set back by none.
  ran += 3 * dayMs - 1
  retain()
  retain()
  expect(kept(vault)).toHaveLength(1)
  wall = today + 31 * dayMs
  ran += dayMs
  retain()
  expect(kept(vault)).toEqual([])
})

it('keeps up after a kiosk was off, and after a clock that was behind', async () => {
  let [wall, ran] = [today, 0]
  const vault = await scratch.open({ now: () => wall, monotonic: () => ran })
  retainAudit(vault, { keepDays: 30 }, wall)
  vault.audit.append('call')
  retainAudit(vault, { keepDays: 30 }, 0)
  wall = today + 31 * dayMs
  retainAudit(vault, { keepDays: 30 }, wall)
  expect(kept(vault)).toHaveLength(1)
  ran += 4 * dayMs
  retainAudit(vault, { keepDays: 30 }, wall)
  expect(kept(vault)).toEqual([])
})
