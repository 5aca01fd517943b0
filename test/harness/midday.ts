import { afterAll, vi } from 'vitest'

/**
 * Has it be noon in this test file, by this machine's calendar, so that some hours around the present moment are of one
 * day. Time goes on from there.
 */
export function startAtMidday(): void {
  const now = new Date().setHours(12, 0, 0, 0)
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now })
  afterAll(() => vi.useRealTimers())
}
