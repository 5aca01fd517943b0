import type { Limits } from '../../src/main/service/http/exchange.ts'

/**
 * Limits of an answer, in bytes and ms: above a kiosk's, as lists of the developer interface come whole, tens of
 * thousands of patients.
 */
export const commandLimits = {
  bodyBytes: 64 * 1024 * 1024,
  attemptMs: 120_000,
} as const satisfies Partial<Limits>
