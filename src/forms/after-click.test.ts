import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClickDeferral } from './after-click.ts'

let run: ReturnType<typeof vi.fn<() => void>>
let deferral: ReturnType<typeof createClickDeferral>
beforeEach(() => {
  vi.useFakeTimers()
  run = vi.fn()
  deferral = createClickDeferral()
})
afterEach(() => vi.useRealTimers())

it('runs before anything else happens when no tap is under way', async () => {
  deferral.after(run)
  await Promise.resolve()
  expect(run).toHaveBeenCalledOnce()
})

it('does not run once its page has gone, neither at once nor after the click', async () => {
  deferral.after(run)
  deferral.drop()
  deferral.down()
  deferral.after(run)
  deferral.up()
  deferral.drop()
  await Promise.resolve()
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
})

it('runs after the click when a tap is under way, and once only', () => {
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
  deferral.down()
  deferral.after(run)
  deferral.flush()
  expect(run).toHaveBeenCalledOnce()
  deferral.up()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})
