const minute = 60_000
const day = 24 * 60 * minute

/** Limits for any sender to the receiver. */
export const webhookLimits = {
  /** Bytes of a delivery's body. */
  bodyBytes: 64 * 1024,
  headerBytes: 16 * 1024,
  /** Connections at once; a reverse proxy has one address for all. */
  connections: 4_000,
  /** Those before a genuine delivery, and ms for which it may take. The oldest of the address with most give way. */
  unauthenticated: 2_000,
  unauthenticatedPerAddress: 1_200,
  unauthenticatedMs: 15_000,
  /** ms in which a request must be here as a whole. */
  requestMs: 10_000,
  /** ms that a connection without a request stays open. */
  idleMs: 5_000,
  /** ms by which the clock of the service may differ from this one, and that a try may be under way. */
  clockMs: 5 * minute,
  /** ms that an event's id is remembered; one that was made earlier is refused. */
  rememberMs: 7 * day,
  /** Ids that are remembered. */
  remembered: 100_000,
  /** Events that the bus has not taken; further ones are refused, to come again later. */
  waiting: 50_000,
} as const
