import MemoryPersistence, {
  type SessionOf,
  type StoredPacket,
} from 'aedes-persistence/asyncPersistence.js'
import type { BrokerLimits } from './limits.ts'

type To = { readonly clientId: string }

const bytesOf = (packet: StoredPacket) => packet.payload.length

// Nothing is lost for good with it, since stations send unconfirmed messages again.
/**
 * Keeps the broker's retained messages, sessions and queues for absent stations in memory. Drops messages beyond the
 * limits.
 */
export class BoundedPersistence extends MemoryPersistence {
  readonly #limits: Pick<BrokerLimits, 'queuedPerStation' | 'queuedBytes'>
  readonly #maySubscribe: (station: string, filter: string) => boolean
  readonly #queued = new Map<string, number>()
  #bytes = 0

  constructor(
    limits: Pick<BrokerLimits, 'queuedPerStation' | 'queuedBytes'>,
    maySubscribe: (station: string, filter: string) => boolean,
  ) {
    super()
    this.#limits = limits
    this.#maySubscribe = maySubscribe
  }

  /** Messages that wait for a station. */
  waitingFor(station: string): number {
    return this.#queued.get(station) ?? 0
  }

  /** Forgets the session of a station and what waits for it. */
  async forget(station: string): Promise<void> {
    const client = { id: station }
    await this.cleanSubscriptions(client)
    await this.delWill(client)
    for await (const packet of this.outgoingStream(client))
      await this.outgoingClearMessageId(client, packet)
    this.#queued.delete(station)
  }

  // The library hands over every filter of a packet in which one was allowed.
  override async addSubscriptions(
    client: SessionOf,
    subscriptions: readonly { readonly topic: string }[],
  ): Promise<void> {
    const allowed = subscriptions.filter(({ topic }) => this.#maySubscribe(client.id, topic))
    await super.addSubscriptions(client, allowed)
  }

  override async outgoingEnqueue(to: To, packet: StoredPacket): Promise<void> {
    await this.outgoingEnqueueCombi([to], packet)
  }

  override async outgoingEnqueueCombi(to: readonly To[], packet: StoredPacket): Promise<void> {
    const withRoom = to.filter(({ clientId }) => this.#take(clientId, packet))
    await super.outgoingEnqueueCombi(withRoom, packet)
  }

  override async outgoingClearMessageId(
    client: SessionOf,
    packet: StoredPacket,
  ): Promise<StoredPacket | undefined> {
    const cleared = await super.outgoingClearMessageId(client, packet)
    if (cleared) {
      this.#bytes -= bytesOf(cleared)
      this.#queued.set(client.id, this.waitingFor(client.id) - 1)
    }
    return cleared
  }

  #take(station: string, packet: StoredPacket): boolean {
    const count = this.waitingFor(station)
    const bytes = this.#bytes + bytesOf(packet)
    if (count >= this.#limits.queuedPerStation || bytes > this.#limits.queuedBytes) return false
    this.#queued.set(station, count + 1)
    this.#bytes = bytes
    return true
  }
}
