import { describe, expect, it } from 'vitest'
import { addDays, createClock, dateIn, instantIn, iso, regionAndCity } from './clock.ts'

describe('clock', () => {
  it('runs with its base, moves forward, and takes the moves back', () => {
    let base = 1000
    const clock = createClock(() => base)
    clock.advance(500)
    base = 2000
    expect(clock.now()).toBe(2500)
    clock.reset()
    expect(clock.now()).toBe(2000)
  })

  it('knows the date in a time zone', () => {
    const instant = Date.UTC(2026, 2, 11, 2)
    expect(dateIn('America/Los_Angeles', instant)).toBe('2026-03-10')
    expect(dateIn('America/New_York', instant)).toBe('2026-03-10')
    expect(dateIn('Asia/Tokyo', instant)).toBe('2026-03-11')
    expect(addDays('2026-02-27', 2)).toBe('2026-03-01')
  })

  it.each([
    ['America/Los_Angeles', '2026-03-08', 1, '2026-03-08T09:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-08', 9, '2026-03-08T16:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-01', 9, '2026-11-01T17:00:00.000Z'],
    ['America/Phoenix', '2026-07-01', 9, '2026-07-01T16:00:00.000Z'],
    ['Asia/Kolkata', '2026-07-01', 0, '2026-06-30T18:30:00.000Z'],
  ])('finds the instant of a wall clock: %s %s %i h', (zone, date, hour, instant) => {
    expect(iso(instantIn(zone, date, hour, 0))).toBe(instant)
  })
})

it.each([
  ['America/Los_Angeles', 'America/Los_Angeles'],
  ['US/PST', 'America/Los_Angeles'],
  ['US/PDT', 'America/Los_Angeles'],
  ['America/AKDT', 'America/Anchorage'],
  ['US/Eastern', 'US/Eastern'],
])('%s is a time zone', (name, zone) => {
  expect(regionAndCity(name)).toBe(zone)
})

it.each(['Mars/Olympus', 'US/XYZ', 'UTC+3', '', 'Los Angeles'])('"%s" is none', (name) => {
  expect(regionAndCity(name)).toBeUndefined()
})
