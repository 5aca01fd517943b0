import type { BusTransport, TransportHandlers } from '../bus/port.ts'

/** A way to a broker that comes and goes: a hub carries one only while a station is paired or invited. */
export interface LateTransport extends BusTransport {
  /** Goes by another way from now on; undefined: there is none for now. */
  use(way: BusTransport | undefined): void
}

/** A transport without a way yet. */
export function createLateTransport(): LateTransport {
  let way: BusTransport | undefined
  let opened:
    | { readonly handlers: TransportHandlers; readonly will: Parameters<BusTransport['open']>[1] }
    | undefined
  return {
    use(next) {
      if (next === way) return
      void way?.close()
      way = next
      if (!opened) return
      if (way) way.open(opened.handlers, opened.will)
      else opened.handlers.onState('connecting')
    },
    open(handlers, will) {
      opened = { handlers, will }
      if (way) way.open(handlers, will)
      else handlers.onState('connecting')
    },
    publish: (frame) => way?.publish(frame) ?? Promise.resolve(false),
    standBack: () => way?.standBack(),
    async close() {
      opened = undefined
      await way?.close()
      way = undefined
    },
  }
}
