import { describe, expect, it } from 'vitest'
import { findHindrance, findObjection, isWithinHours } from './policy.ts'

const kiosk = { id: 'a kiosk', version: '1.2.0', failed: ['1.4.0'] }
const settings = { blocked: ['1.3.0'] }

describe('an offered version', () => {
  it.each([
    ['1.2.1', undefined],
    ['1.10.0', undefined],
    ['2.0.0-rc.1', undefined],
    ['1.2.0', 'notNewer'],
    ['1.2.0-rc.1', 'notNewer'],
    ['1.1.9', 'notNewer'],
    ['1.3.0', 'blocked'],
    ['1.4.0', 'blocked'],
    ['v1.5.0', 'unreadable'],
    ['../1.5.0', 'unreadable'],
    ['1.5.0+build', 'unreadable'],
    ['', 'unreadable'],
  ])('%j: %s', (version, objection) => {
    expect(findObjection({ version }, kiosk, settings)).toBe(objection)
  })

  it('goes to the share of kiosks that its stage names, and to the others later', () => {
    const ids = Array.from({ length: 2_000 }, (_, at) => `kiosk ${at}`)
    const taking = (version: string, stagingPercentage: number) =>
      ids.filter((id) => !findObjection({ version, stagingPercentage }, { ...kiosk, id }, settings))
    expect(taking('2.0.0', 0)).toEqual([])
    expect(taking('2.0.0', 100)).toEqual(ids)
    expect(taking('2.0.0', Number.NaN)).toEqual([])
    const first = taking('2.0.0', 10)
    expect(first.length).toBeGreaterThan(140)
    expect(first.length).toBeLessThan(260)
    expect(taking('2.0.0', 50)).toEqual(expect.arrayContaining(first))
    // Other kiosks are the first to have the next one.
    expect(taking('2.0.1', 10)).not.toEqual(first)
  })
})

describe('the moment of an update', () => {
  it.each([
    [1, 5, [1, 2, 3, 4]],
    [22, 2, [0, 1, 22, 23]],
    [0, 0, Array.from({ length: 24 }, (_, hour) => hour)],
  ])('from %i to %i o’clock are the hours %j', (from, to, within) => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour)
    expect(hours.filter((hour) => isWithinHours(hour, { from, to }))).toEqual(within)
  })

  it.each([
    [3, true, 0, undefined],
    [5, true, 0, 'outOfHours'],
    [3, false, 0, 'inUse'],
    [3, true, 1, 'workWaits'],
  ])('at %i, free: %s, %i waiting: %s', (hour, isFree, waiting, hindrance) => {
    const moment = { at: new Date(2026, 2, 1, hour), isFree, waiting }
    expect(findHindrance(moment, { hours: { from: 1, to: 5 } })).toBe(hindrance)
  })
})
