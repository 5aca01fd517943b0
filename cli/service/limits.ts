import type { Limits } from '../../src/main/service/http/exchange.ts'

/**
 * What an answer may cost a command, in bytes and ms: more than in a kiosk, for the lists of the developer
 * interface come whole, tens of thousands of patients in one answer.
 */
export const commandLimits = {
  bodyBytes: 64 * 1024 * 1024,
  attemptMs: 120_000,
} as const satisfies Partial<Limits>
