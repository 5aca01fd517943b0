import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClickDeferral } from './after-click.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs at once when no tap is under way', () => {
  const run = vi.fn()
  createClickDeferral().after(run)
  expect(run).toHaveBeenCalledOnce()
})

it('runs after the click when a tap is under way, and once only', () => {
  const run = vi.fn()
  const deferral = createClickDeferral()
  deferral.down()
  deferral.after(run)
  deferral.up()
  expect(run).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
  deferral.down()
  deferral.up()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})

it('runs at once what waits, when told to, and not again after the click', () => {
  const run = vi.fn()
  const deferral = createClickDeferral()
  deferral.down()
  deferral.after(run)
  deferral.flush()
  expect(run).toHaveBeenCalledOnce()
  deferral.up()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})
