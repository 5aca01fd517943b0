import { describe, expect, it } from 'vitest'
import { dateIn, instantIn, regionAndCity, shownIn } from './time-zone.ts'

describe('a time zone', () => {
  it('knows the date in a time zone', () => {
    const instant = Date.UTC(2026, 2, 11, 2)
    expect(dateIn('America/Los_Angeles', instant)).toBe('2026-03-10')
    expect(dateIn('America/New_York', instant)).toBe('2026-03-10')
    expect(dateIn('Asia/Tokyo', instant)).toBe('2026-03-11')
  })

  it.each([
    ['America/Los_Angeles', '2026-03-08', 1, '2026-03-08T09:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-08', 9, '2026-03-08T16:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-01', 9, '2026-11-01T17:00:00.000Z'],
    ['America/Phoenix', '2026-07-01', 9, '2026-07-01T16:00:00.000Z'],
    ['Asia/Kolkata', '2026-07-01', 0, '2026-06-30T18:30:00.000Z'],
  ])('finds the instant of a wall clock: %s %s %i h', (zone, date, hour, instant) => {
    expect(new Date(instantIn(zone, date, hour, 0)).toISOString()).toBe(instant)
  })

  it('is this machine’s where none is named', () => {
    const at = new Date(2030, 4, 31, 23, 30).getTime()
    expect(shownIn(undefined, at)).toBe('2030-05-31 23:30:00')
    expect(instantIn(undefined, '2030-05-31', 23, 30)).toBe(at)
  })
})

it.each([
  ['America/Los_Angeles', 'America/Los_Angeles'],
  ['US/PST', 'America/Los_Angeles'],
  ['US/PDT', 'America/Los_Angeles'],
  ['America/AKDT', 'America/Anchorage'],
  ['US/Eastern', 'US/Eastern'],
])('%s is a time zone', (name, zone) => expect(regionAndCity(name)).toBe(zone))

it.each(['Mars/Olympus', 'US/XYZ', 'UTC+3', '', 'Los Angeles'])('"%s" is none', (name) => {
  expect(regionAndCity(name)).toBeUndefined()
})
