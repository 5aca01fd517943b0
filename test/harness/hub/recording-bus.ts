import type { Bus, BusFault, BusMessage } from '../../../src/main/bus/port.ts'
import type {
  BusCommand,
  Presence,
  ServiceEvent,
  StationId,
} from '../../../src/shared/bus/messages.ts'
import { err, ok, type Result } from '../../../src/shared/result.ts'

/** A bus of a hub without any other station: a test is what talks to it, and reads what it was given. */
export interface RecordingBus extends Bus {
  readonly events: ServiceEvent[]
  readonly commands: { readonly to: StationId; readonly command: BusCommand }[]
  /** From now on it takes nothing, for this reason; or everything again. */
  refuse(fault: BusFault | undefined): void
  /** Something comes from another station. */
  hear(message: BusMessage): void
  /** Another station says how it is. */
  see(presence: Presence): void
}

/** A recording bus. */
export function recordingBus(): RecordingBus {
  const events: ServiceEvent[] = []
  const commands: { to: StationId; command: BusCommand }[] = []
  const seen = new Map<StationId, Presence>()
  const listeners = new Set<(message: BusMessage) => void>()
  const watchers = new Set<() => void>()
  let fault: BusFault | undefined
  let ids = 0
  const take = (record: () => void): Result<string, BusFault> => {
    if (fault) return err(fault)
    record()
    return ok(`message-${++ids}`)
  }
  const added = <T>(set: Set<T>, one: T) => {
    set.add(one)
    return () => void set.delete(one)
  }
  return {
    id: 'hub0000000000000',
    kind: 'hub',
    events,
    commands,
    refuse: (next) => (fault = next),
    hear: (message) => {
      for (const listener of listeners) listener(message)
    },
    see(presence) {
      seen.set(presence.from, presence)
      for (const watcher of watchers) watcher()
    },
    tell: () => take(() => undefined),
    withdraw: () => undefined,
    command: (to, command) => take(() => commands.push({ to, command })),
    answer: () => undefined,
    ask: () => Promise.resolve(undefined),
    onQuestion: () => () => undefined,
    broadcast: (event) => take(() => events.push(event)),
    present: () => undefined,
    stations: () => [...seen.values()],
    view: () => ({
      connection: 'connected',
      since: 0,
      detail: null,
      lastHeard: null,
      waiting: 0,
      isHeard: true,
    }),
    onMessage: (listener) => added(listeners, listener),
    onChange: (listener) => added(watchers, listener),
    close: () => Promise.resolve(),
  }
}
