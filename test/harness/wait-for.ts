import { vi } from 'vitest'

/**
 * Waits until `check` no longer throws, and gives what it gave: for what happens by itself, on a machine that is busy.
 * `ms`: how long at most; a check that still throws then fails the test with its own error.
 */
export const waitFor = <T>(check: () => T | Promise<T>, ms = 30_000): Promise<T> =>
  vi.waitFor(check, { timeout: ms })
