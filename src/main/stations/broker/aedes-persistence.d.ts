/** The part of the library's own memory that Foyer bounds; it brings types for its callback layer alone. */
declare module 'aedes-persistence/asyncPersistence.js' {
  export interface StoredPacket {
    readonly topic: string
    readonly payload: Uint8Array
    readonly messageId?: number
  }
  export type SessionOf = { readonly id: string }
  export default class MemoryPersistence {
    addSubscriptions(
      client: SessionOf,
      subscriptions: readonly { readonly topic: string }[],
    ): Promise<void>
    cleanSubscriptions(client: SessionOf): Promise<void>
    delWill(client: SessionOf): Promise<unknown>
    outgoingEnqueue(to: { readonly clientId: string }, packet: StoredPacket): Promise<void>
    outgoingEnqueueCombi(
      to: readonly { readonly clientId: string }[],
      packet: StoredPacket,
    ): Promise<void>
    outgoingClearMessageId(
      client: SessionOf,
      packet: StoredPacket,
    ): Promise<StoredPacket | undefined>
    outgoingStream(client: SessionOf): AsyncIterable<StoredPacket>
  }
}
