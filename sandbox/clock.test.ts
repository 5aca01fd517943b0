import { describe, expect, it } from 'vitest'
import { addDays, createClock } from './clock.ts'

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

  it('counts days over the end of a month', () => {
    expect(addDays('2026-02-27', 2)).toBe('2026-03-01')
  })
})
