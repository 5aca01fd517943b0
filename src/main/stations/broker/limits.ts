/** Limits of the embedded broker; beyond them it closes or delays a connection, or drops a message. */
export type BrokerLimits = typeof defaultBrokerLimits

/** Rate of a token bucket: `perSecond` packets continuously, `burst` at once after silence. */
export type PacketRate = BrokerLimits['kioskRate']

/** Room for a thousand kiosks behind one address that all come back at once. */
export const defaultBrokerLimits = {
  /**
   * Connections at once that have not shown credentials yet, from one address (IPv6: one /64), and ms for which they may.
   * The oldest of the address with most give way. A station has one that has.
   */
  unauthenticated: 800,
  unauthenticatedPerAddress: 400,
  unauthenticatedMs: 15_000,
  packetBytes: 20 * 1024,
  /** Rates for a kiosk, and for a desk or hub; faster packets wait. */
  kioskRate: { perSecond: 200, burst: 1_000 },
  listenerRate: { perSecond: 4_000, burst: 8_000 },
  /** Messages that wait for one absent or slow station. Later ones are dropped: their sender sends them again. */
  queuedPerStation: 5_000,
  /** Bytes that wait for all stations together. */
  queuedBytes: 128 * 1024 * 1024,
}
