import { afterAll, vi } from 'vitest'

/** Starts this test file at noon by this machine's calendar, so that some hours around now are of one day. */
export function startAtMidday(): void {
  const now = new Date().setHours(12, 0, 0, 0)
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now })
  afterAll(() => vi.useRealTimers())
}
