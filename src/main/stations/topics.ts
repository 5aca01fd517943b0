import type { StationKind } from '../../shared/bus/messages.ts'

/** Stands for every station in a topic that is subscribed to. */
export const everyStation = '+'

// A topic shows only which station sends to which; a broker's ACL enforces `rightsOf`.
/** Topics of a clinic. `clinic`: an opaque id made with the clinic's key. `station`: its id, or `everyStation`. */
export const topicsOf = (clinic: string) => ({
  /** Retained. Kiosks do not receive each other's, so that a thousand of them cost each nothing. */
  presence: (kind: StationKind, station: string) =>
    `foyer/${clinic}/presence/${kind === 'kiosk' ? 'kiosk' : 'listener'}/${station}`,
  up: (station: string) => `foyer/${clinic}/up/${station}`,
  down: (station: string) => `foyer/${clinic}/down/${station}`,
  /** Retained: the clinic's present key for one station, sealed with that station's own. */
  key: (station: string) => `foyer/${clinic}/key/${station}`,
})

/** Returns the topic filters that a station may use at the broker. */
export function rightsOf(clinic: string, station: string, kind: StationKind) {
  const topics = topicsOf(clinic)
  const publish = [topics.presence(kind, station)]
  const subscribe = [
    topics.down(station),
    topics.key(station),
    topics.presence('hub', everyStation),
  ]
  // Its own presence, too: a station must hear of another with its id.
  if (kind === 'kiosk')
    return {
      publish: [...publish, topics.up(station)],
      subscribe: [...subscribe, topics.presence(kind, station)],
    }
  return {
    publish: [...publish, topics.down(everyStation), topics.key(everyStation)],
    subscribe: [...subscribe, topics.presence('kiosk', everyStation), topics.up(everyStation)],
  }
}

/** Direction of a message: `up` from a kiosk, `down` to one station. */
export type Lane = 'up' | 'down'

/** Parses a topic of the clinic; undefined if it is none of them. */
export function readTopic(clinic: string, topic: string) {
  const [root, of, kind, first, second, ...more] = topic.split('/')
  if (root !== 'foyer' || of !== clinic || more.length > 0) return undefined
  if (kind === 'presence' && second && (first === 'kiosk' || first === 'listener'))
    return { kind, listener: first === 'listener', station: second } as const
  if (second !== undefined) return undefined
  if ((kind === 'up' || kind === 'down' || kind === 'key') && first)
    return { kind, station: first } as const
  return undefined
}
