import type { StationKind } from '../../shared/bus/messages.ts'

/** Stands for every station in a topic that is subscribed to. */
export const everyStation = '+'

// A topic shows only which station sends to which. A station may publish and subscribe as `rightsOf` names; a broker's
// ACL enforces it.
/** Topics of a clinic. `clinic`: an opaque id made with the clinic's key. `station`: its id, or `everyStation`. */
export const topicsOf = (clinic: string) => ({
  /**
   * Retained: a station's presence. Kiosks do not receive each other's, so that a thousand of them cost each nothing.
   */
  presence: (kind: StationKind, station: string) =>
    `foyer/${clinic}/presence/${kind === 'kiosk' ? 'kiosk' : 'listener'}/${station}`,
  /** From a kiosk to whoever listens. */
  up: (station: string) => `foyer/${clinic}/up/${station}`,
  /** To one station: commands, confirmations. */
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

export type TopicMeaning =
  | { readonly kind: 'presence'; readonly listener: boolean; readonly station: string }
  | { readonly kind: Lane | 'key'; readonly station: string }

/** Parses a topic of the clinic; undefined if it is none of them. */
export function readTopic(clinic: string, topic: string): TopicMeaning | undefined {
  const [root, of, kind, first, second, ...more] = topic.split('/')
  if (root !== 'foyer' || of !== clinic || more.length > 0) return undefined
  if (kind === 'presence' && second && (first === 'kiosk' || first === 'listener'))
    return { kind, listener: first === 'listener', station: second }
  if (second !== undefined) return undefined
  if ((kind === 'up' || kind === 'down' || kind === 'key') && first) return { kind, station: first }
  return undefined
}
