import {
  busVersion,
  type Presence,
  type PresenceEnvelope,
  type StationId,
  type StationKind,
} from '../../shared/bus/messages.ts'
import type { WallClock } from '../base/clock.ts'
import { after, every } from '../base/timers.ts'
import type { Frame, Say } from './port.ts'
import { seal, type KeyRing } from './seal.ts'
import { saidByBroker } from './stations.ts'

/** State of a station, as it reports itself. */
type Reported = Omit<Presence, 'v' | 'reads' | 'from' | 'kind'>

/** ms between two presences of a desk or a hub while nothing changes: kiosks read its clock off them. */
const renewMs = 60_000
/** Ms after which a presence that the broker did not accept is published again. */
const againMs = 5_000

/** Keeps this station's presence published. `nextNumber`: from the vault, above each before. */
export function createOwnPresence(parts: {
  readonly id: StationId
  readonly kind: StationKind
  /** Name of the station until it announces one itself. */
  readonly name: string
  readonly topic: string
  readonly began: number
  readonly nextNumber: () => number
  readonly keys: KeyRing
  readonly say: Say
  readonly clock: WallClock
}) {
  const { id: from, kind, name, topic, began, clock, say } = parts
  const iso = () => new Date(clock.wallTime()).toISOString()
  const unknown = { name, version: '', connection: '', intakes: { waiting: 0, needPerson: 0 } }
  // A desk or hub is present as soon as it is connected; a kiosk announces its own state.
  let presence: Reported | undefined =
    kind === 'kiosk' ? undefined : { ...unknown, state: 'free', since: iso() }
  let connection = 0
  let place = 0
  let cancelAgain = () => {}
  const stopRenewing = kind === 'kiosk' ? () => {} : every(clock, renewMs, () => void tell())

  const envelope = (of: Reported, at: number): PresenceEnvelope => ({
    v: busVersion,
    at: iso(),
    began,
    order: [connection, at],
    presence: { ...of, v: busVersion, reads: [busVersion, busVersion], from, kind },
  })
  const gone = () => ({ ...(presence ?? unknown), state: 'gone' as const, since: iso() })

  async function tell() {
    cancelAgain()
    if (!presence || connection === 0) return
    place += 1
    if (!(await say(topic, envelope(presence, place), true)))
      cancelAgain = after(clock, againMs, () => void tell())
  }

  return {
    change(next: Reported) {
      presence = next
      void tell()
    },
    /** Begins a connection; returns the frame that the broker publishes once it is lost. */
    will(): Frame {
      connection = parts.nextNumber()
      place = 0
      const payload = seal(parts.keys, topic, JSON.stringify(envelope(gone(), saidByBroker)))
      return { topic, payload, retain: true }
    },
    /** Publishes the presence again: after a connection or a change of the key. */
    say: () => void tell(),
    /** Says that this station goes. */
    sayGone() {
      place += 1
      return say(topic, envelope(gone(), place), true)
    },
    close() {
      cancelAgain()
      stopRenewing()
    },
  }
}
