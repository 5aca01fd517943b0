/** Beyond them the embedded broker closes or delays a connection, or drops a message. */
export type BrokerLimits = typeof defaultBrokerLimits

/** Of a token bucket: `perSecond` packets continuously, `burst` at once after silence. */
export type PacketRate = BrokerLimits['kioskRate']

/** Room for a thousand kiosks behind one address that all come back at once. */
export const defaultBrokerLimits = {
  /** Connections without credentials yet, in all and from one address (IPv6: one /64), and how long they may, in ms. */
  unauthenticated: 800,
  unauthenticatedPerAddress: 400,
  unauthenticatedMs: 15_000,
  packetBytes: 20 * 1024,
  /** For a kiosk, and for a desk or hub; faster packets wait. */
  kioskRate: { perSecond: 200, burst: 1_000 },
  listenerRate: { perSecond: 4_000, burst: 8_000 },
  /** Messages for one absent or slow station. Later ones are dropped: their sender sends them again. */
  queuedPerStation: 5_000,
  queuedBytes: 128 * 1024 * 1024,
}
