/** Rate of a token bucket: `perSecond` packets continuously, `burst` at once after silence. */
export interface PacketRate {
  readonly perSecond: number
  readonly burst: number
}

/** Limits of the embedded broker; beyond them it closes or delays a connection, or drops a message. */
export interface BrokerLimits {
  /** Connections at once, and from one address (IPv6: one /64). */
  readonly connections: number
  readonly connectionsPerAddress: number
  /** ms from a connection's begin until it has shown credentials. */
  readonly unauthenticatedMs: number
  /** Bytes of an MQTT packet. */
  readonly packetBytes: number
  /** Rates for a kiosk, and for a desk or hub; faster packets wait. */
  readonly kioskRate: PacketRate
  readonly listenerRate: PacketRate
  /** Messages that wait for one absent or slow station. Later ones are dropped: their sender sends them again. */
  readonly queuedPerStation: number
  /** Bytes that wait for all stations together. */
  readonly queuedBytes: number
}

/** Room for a thousand kiosks behind one address that all come back at once. */
export const defaultBrokerLimits: BrokerLimits = {
  connections: 2_000,
  connectionsPerAddress: 1_200,
  unauthenticatedMs: 15_000,
  packetBytes: 20 * 1024,
  kioskRate: { perSecond: 200, burst: 1_000 },
  listenerRate: { perSecond: 4_000, burst: 8_000 },
  queuedPerStation: 5_000,
  queuedBytes: 128 * 1024 * 1024,
}
