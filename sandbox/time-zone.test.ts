import { expect, it } from 'vitest'
import { dateIn } from './clock.ts'
import { regionAndCity } from './time-zone.ts'

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

it('gives dates in the deprecated style too', () => {
  const instant = Date.UTC(2026, 2, 10, 5)
  expect(dateIn('US/PST', instant)).toBe('2026-03-09')
  expect(dateIn('US/EST', instant)).toBe('2026-03-10')
})
