import { vi } from 'vitest'

/** Waits, at most `ms`, until `check` no longer throws, and gives what it gave; else the test fails with its error. */
export const waitFor = <T>(check: () => T | Promise<T>, ms = 30_000): Promise<T> =>
  vi.waitFor(check, { timeout: ms })
