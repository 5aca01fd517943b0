import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClickWatch } from './click-watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs at once when no tap is under way', () => {
  const run = vi.fn()
  createClickWatch().after(run)
  expect(run).toHaveBeenCalledOnce()
})

it('runs after the click when a tap is under way, and once only', () => {
  const run = vi.fn()
  const watch = createClickWatch()
  watch.down()
  watch.after(run)
  watch.up()
  expect(run).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
  watch.down()
  watch.up()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})

it('runs at once what waits, when told to, and not again after the click', () => {
  const run = vi.fn()
  const watch = createClickWatch()
  watch.down()
  watch.after(run)
  watch.flush()
  expect(run).toHaveBeenCalledOnce()
  watch.up()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})
