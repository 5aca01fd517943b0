/** Exit statuses of Foyer's commands; `docs/api.md` lists them for integrators. */
export const exitCodes = {
  ok: 0,
  /** The probe found a contradiction to a stated fact. */
  differs: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The service said no: credentials, rights, an unknown record, a request that it does not take. */
  refused: 3,
  /** No answer, none in time, or a fault of the service (5xx). */
  unreachable: 4,
  /** The answer deviates from the contract. */
  unreadable: 5,
  /** The probe: a visit would work by the wire profile that it proposes, and not without. */
  needsProfile: 6,
  /** The probe: a visit would not work. */
  visitFails: 7,
  /** The settings or the credentials need a correction. */
  configuration: 78,
} as const

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
