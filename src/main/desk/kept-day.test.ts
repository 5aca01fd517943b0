import { expect, it } from 'vitest'
import { began, simulatedWallClock } from '#harness/bus/wall-clock.ts'
import { createKeptDay } from './kept-day.ts'

const row = {
  id: 41,
  startsAt: began,
  patient: 'Lena Fischer',
  practitioner: null,
  type: null,
  isTelehealth: false,
  state: 'expected',
  saidAt: null,
  forms: null,
} as const
const hourMs = 60 * 60_000

/** Opens kept days over the same rows, one desk after the other. */
function open() {
  const clock = simulatedWallClock()
  const stored = new Map<string, { at: number; value: string }>()
  let writes = 0
  const rows = {
    read: (name: string) => stored.get(name),
    keep(name: string, at: number, value: string) {
      stored.set(name, { at, value })
      writes += 1
    },
    remove: (name: string) => void stored.delete(name),
  }
  const start = () => createKeptDay(rows, clock)
  return { clock, stored, start, keptDay: start(), writes: () => writes }
}

it('keeps the last list of a day for a desk that starts later at the same location', () => {
  const { clock, start, keptDay } = open()
  expect(keptDay.read(2)).toBeUndefined()
  const day = { rows: [row], readAt: clock.wallTime() }
  keptDay.keep(day, 2, 'UTC')
  expect(start().read(2)).toMatchObject(day)
  expect(start().read(3)).toBeUndefined()
})

it('writes a list that stays the same once a minute', () => {
  const { keptDay, writes } = open()
  for (const [after, patient] of [
    [0, 'Lena'],
    [59_000, 'Lena'],
    [60_000, 'Lena'],
    [61_000, 'Mia'],
  ] as const)
    keptDay.keep({ rows: [{ ...row, patient }], readAt: began + after }, 2, 'UTC')
  expect(writes()).toBe(3)
})

it('knows nothing of a day that is over where the location is', () => {
  const { clock, keptDay } = open()
  keptDay.keep({ rows: [row], readAt: clock.wallTime() }, 2, 'Pacific/Auckland')
  clock.increment(hourMs)
  expect(keptDay.read(2)).toBeDefined()
  // There midnight comes at 11:00 UTC.
  clock.increment(hourMs)
  expect(keptDay.read(2)).toBeUndefined()
})

it('leaves nothing behind of a day whose midnight the desk was not there for', () => {
  const { clock, stored, start, keptDay } = open()
  keptDay.keep({ rows: [row], readAt: began }, 2, 'UTC')
  keptDay.close()
  start().close()
  expect(stored.size).toBe(1)
  clock.increment(24 * hourMs)
  start()
  expect(stored.size).toBe(0)
})

it('leaves nothing behind at night', () => {
  const { clock, stored, keptDay } = open()
  const tonight = new Date(began).setHours(24, 0, 0, 0) - began
  keptDay.keep({ rows: [row], readAt: began }, 2, 'UTC')
  clock.increment(tonight - hourMs)
  expect(stored.size).toBe(1)
  clock.increment(hourMs)
  expect(stored.size).toBe(0)
})
