import { createSecretKey, randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type {
  BusTransport,
  Frame,
  TransportHandlers,
  BusMessage,
} from '../../../src/main/stations/port.ts'
import { everyStation, rightsOf } from '../../../src/main/stations/topics.ts'
import type { WallClock } from '../../../src/main/base/clock.ts'
import { createBus, type Bus } from '../../../src/main/stations/create-bus.ts'
import { createKeyRing, type KeyRing, type ClinicKey } from '../../../src/main/stations/seal.ts'
import type { BusRows } from '../../../src/main/vault/store/bus-rows.ts'
import type { Presence, StationKind } from '../../../src/shared/bus/messages.ts'
import { openMemoryRows } from '../vault/memory-rows.ts'

/** True if a topic is one of those that a filter names; `everyStation` stands for one level. */
function isTopicOf(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const wanted = filter.split('/')
  return (
    levels.length === wanted.length &&
    wanted.every((level, at) => level === everyStation || level === levels[at])
  )
}

/** Meeting place of stations of one process, as a broker is between processes, without sessions for those who are gone. */
export type InProcessHub = ReturnType<typeof createInProcessHub>

/** A transport whose connection can also be lost, as a broker's is. */
export interface InProcessTransport extends BusTransport {
  /** Loses the connection: the others hear its will. It stands again where `isBack`. */
  lose(options?: { readonly isBack?: boolean }): void
}

interface Member {
  readonly subscribe: readonly string[]
  readonly handlers: TransportHandlers
  readonly will: Frame
  readonly end: (detail: string) => void
}

/** Makes a place where stations of one process meet. */
export function createInProcessHub() {
  const members = new Map<string, Member>()
  const retained = new Map<string, Frame>()

  function deliver(frame: Frame) {
    if (frame.retain) retained.set(frame.topic, frame)
    for (const [station, member] of members)
      if (member.subscribe.some((filter) => isTopicOf(filter, frame.topic)))
        queueMicrotask(() => {
          if (members.get(station) === member) member.handlers.onFrame({ ...frame, retain: false })
        })
  }

  function leave(station: string, member: Member | undefined, saysWill: boolean) {
    if (!member || members.get(station) !== member) return
    members.delete(station)
    if (saysWill) deliver(member.will)
  }

  return {
    /** Makes the way to the others for one station. Of two with one id, the later stays. `subscribe`: topic filters. */
    attach(station: string, subscribe: readonly string[]): InProcessTransport {
      let handlers: TransportHandlers | undefined
      let askWill: (() => Frame) | undefined
      let member: Member | undefined
      let attempt = 0

      function enter() {
        if (!handlers || !askWill) return
        const own = (attempt += 1)
        const [to, ask] = [handlers, askWill]
        to.onState('connecting')
        // Not before whoever opens it has the bus.
        queueMicrotask(() => {
          if (attempt === own) stand(to, ask())
        })
      }
      function stand(to: TransportHandlers, will: Frame) {
        const before = members.get(station)
        leave(station, before, true)
        before?.end('takenOver')
        member = { subscribe, handlers: to, will, end: (detail) => to.onState('refused', detail) }
        members.set(station, member)
        to.onState('connected')
        for (const frame of retained.values())
          if (subscribe.some((filter) => isTopicOf(filter, frame.topic))) to.onFrame(frame)
      }

      return {
        open(to, will) {
          handlers = to
          askWill = will
          enter()
        },
        publish(frame) {
          const isMember = member !== undefined && members.get(station) === member
          if (isMember) deliver(frame)
          return Promise.resolve(isMember)
        },
        standBack() {
          leave(station, member, false)
          handlers?.onState('refused', 'takenOver')
        },
        lose({ isBack = true } = {}) {
          attempt += 1
          leave(station, member, true)
          handlers?.onState('connecting')
          if (isBack) enter()
        },
        close() {
          attempt += 1
          leave(station, member, false)
          handlers = undefined
          return Promise.resolve()
        },
      }
    },
  }
}

/** The opaque id of the clinic of tests. */
export const testClinic = '0f4c2b7a9d1e8365'

export const newClinicKey = (): ClinicKey => ({
  id: randomBytes(6).toString('hex'),
  secret: createSecretKey(randomBytes(32)),
})

export const newStationId = () => randomBytes(10).toString('hex')

export type TestStation = ReturnType<typeof startStation>

/** Starts a station; what it hears is kept in `heard`, unless `listens` is false. */
export function startStation(options: {
  readonly kind: StationKind
  readonly transport: BusTransport
  readonly key?: ClinicKey
  readonly keys?: KeyRing
  readonly id?: string
  readonly clinic?: string
  readonly name?: string
  readonly rows?: BusRows
  readonly clock?: WallClock
  readonly random?: () => number
  readonly most?: number
  readonly listens?: boolean
  readonly belongs?: (station: string) => boolean
}) {
  const { kind, transport, key, id = newStationId(), rows = openMemoryRows() } = options
  const { clinic = testClinic, name, clock, random, most, belongs } = options
  const keys = options.keys ?? createKeyRing(key ? [key] : [])
  const heard: BusMessage[] = []
  const logged: string[] = []
  const bus: Bus = createBus({
    id,
    kind,
    clinic,
    transport,
    keys,
    rows,
    log: (message, fields) => logged.push([message, ...Object.values(fields)].join(': ')),
    ...(name !== undefined && { name }),
    ...(clock && { clock }),
    ...(random && { random }),
    ...(most !== undefined && { most }),
    ...(belongs && { belongs }),
  })
  if (options.listens !== false) bus.onMessage((message) => heard.push(message))
  return { bus, rows, keys, heard, logged }
}

/** Starts a station that talks to the others in this process, and ends with the test. */
export function startIn(
  hub: InProcessHub,
  { id = newStationId(), ...rest }: Omit<Parameters<typeof startStation>[0], 'transport'>,
) {
  const transport = hub.attach(id, rightsOf(testClinic, id, rest.kind).subscribe)
  const station = startStation({ ...rest, id, transport })
  onTestFinished(() => station.bus.close())
  return { ...station, transport }
}

/** What a next version may make of a message: more fields in each of its parts, and a higher version. */
export const grown = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(grown)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [name, name === 'v' ? 9 : grown(part)])
  return { ...Object.fromEntries(parts), mood: { is: 'fine' } }
}

export const freeKiosk = (name = 'Kiosk 1'): Omit<Presence, 'v' | 'from' | 'kind'> => ({
  name,
  version: '0.1.0',
  state: 'free',
  since: '2026-03-10T17:00:00.000Z',
  connection: 'online',
  intakes: { waiting: 0, needPerson: 0 },
})
