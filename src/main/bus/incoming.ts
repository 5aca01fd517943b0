import type { BusBody, HandedOnBody, StationId, StationKind } from '../../shared/bus/messages.ts'
import { isAnswer, isQuestion } from '../../shared/bus/questions.ts'
import type { WallClock } from '../base/clock.ts'
import type { BusRows } from '../vault/store/bus-rows.ts'
import type { BusLines } from './bus-log.ts'
import { openEnvelope } from './envelope.ts'
import type { HandingOn } from './handing-on.ts'
import type { Frame } from './port.ts'
import type { Questions } from './questions.ts'
import { unseal, type KeyRing } from './seal.ts'
import type { StationClocks } from './station-clocks.ts'
import type { Stations } from './stations.ts'
import { readTopic, type Lane } from './topics.ts'

/** Messages that are kept although this Foyer does not know them. */
const mostUnknown = 500
/** Frames that wait for a key. */
const mostLocked = 5_000

/** Parts of `createIncoming`. */
interface Parts {
  readonly id: StationId
  readonly kind: StationKind
  readonly clinic: string
  readonly rows: BusRows
  readonly keys: KeyRing
  readonly clock: WallClock
  readonly clocks: StationClocks
  readonly stations: Stations
  readonly lines: BusLines
  readonly handingOn: HandingOn
  readonly questions: Pick<Questions, 'asked' | 'answered'>
  /** Says that a message is kept. */
  readonly confirm: (message: { id: string; from: StationId; lane: Lane }) => void
  readonly onConfirmed: (id: string, from: StationId) => void
  /** Something came from another station; `came`: it was not there before. */
  readonly onHeard: (station: StationId, change: 'message' | 'presence' | 'came') => void
  /** A later process speaks with our id. */
  readonly onAnother: () => void
  /** What came on our key's topic. */
  readonly onKey: (payload: Uint8Array) => void
}

/** Opens, checks and sorts what comes. */
export interface Incoming {
  take(frame: Frame): void
  /** Hands on what an earlier Foyer kept and did not know. */
  readUnknown(): void
  /** The keys changed: what could not be opened is looked at again. */
  keysChanged(): void
  close(): void
}

/** See `Incoming`. Each frame is opened when it comes. */
export function createIncoming(parts: Parts): Incoming {
  const { id: own, rows, keys, clocks, stations, lines } = parts
  const locked = new Map<string, Frame>()
  let isClosed = false

  function open(frame: Frame) {
    const meaning = readTopic(parts.clinic, frame.topic)
    if (!meaning) {
      lines.refused('topic')
      return
    }
    if (meaning.kind === 'key') {
      if (meaning.station === own) parts.onKey(frame.payload)
      return
    }
    if (meaning.kind === 'down' && meaning.station !== own) {
      lines.refused('topic')
      return
    }
    const unsealed = unseal(keys, frame.topic, frame.payload)
    if (!unsealed.ok) {
      const fault = unsealed.error.kind
      // Of presences only the last; a message that is left out here comes again.
      const name = meaning.kind === 'presence' ? frame.topic : `${frame.topic} ${locked.size}`
      if (fault === 'unknownKey' && locked.size < mostLocked) locked.set(name, frame)
      lines.refused(fault)
      return
    }
    if (meaning.kind === 'presence') takePresence(unsealed.value, meaning, frame.retain)
    else takeMessage(unsealed.value, { lane: meaning.kind, station: meaning.station }, frame.topic)
  }

  function takePresence(
    message: string,
    of: { readonly station: string; readonly listener: boolean },
    wasRetained: boolean,
  ) {
    const now = wasRetained ? undefined : new Date(parts.clock.wallTime()).toISOString()
    const { outcome, said } = stations.take(message, of, now)
    if (outcome === 'another') {
      parts.onAnother()
      return
    }
    if (outcome === 'own' || outcome === 'stale') return
    if (!said) {
      lines.refused(`presence: ${outcome}`)
      return
    }
    const { from, state } = said.presence
    clocks.note(from, said.at, !wasRetained && state !== 'gone')
    parts.onHeard(from, outcome === 'came' ? 'came' : 'presence')
    parts.handingOn.presenceHeard(from)
  }

  function takeMessage(message: string, came: { lane: Lane; station: string }, topic: string) {
    const opened = openEnvelope(message, { ...came, by: parts.kind })
    if (!opened.ok) {
      lines.refused(opened.error)
      return
    }
    if (!opened.value.isKnown) {
      const { id, from } = opened.value
      if (from !== own) keep(message, { id, from, lane: came.lane }, topic)
      return
    }
    const { envelope, lane } = opened.value
    const { from, body } = envelope
    if (from === own) return
    clocks.note(from, envelope.at, false)
    parts.onHeard(from, 'message')
    if (body.kind === 'confirmation') for (const of of body.of) parts.onConfirmed(of, from)
    else if (isQuestion(body)) parts.questions.asked({ id: envelope.id, from, question: body })
    else if (isAnswer(body)) parts.questions.answered(body, from)
    else parts.handingOn.take({ lane, envelope: { ...envelope, body } })
  }

  function keep(message: string, of: { id: string; from: StationId; lane: Lane }, topic: string) {
    try {
      const row = { station: of.from, id: of.id, topic, message }
      if (rows.keepUnknown(row, mostUnknown)) lines.unknown()
      parts.confirm(of)
    } catch {
      lines.failed('vault')
    }
  }

  return {
    take(frame) {
      if (isClosed) return
      try {
        open(frame)
      } catch {
        lines.failed('frame')
      }
    },
    readUnknown() {
      for (const row of rows.unknown()) {
        const meaning = readTopic(parts.clinic, row.topic)
        if (!meaning || meaning.kind === 'presence' || meaning.kind === 'key') continue
        const opened = openEnvelope(row.message, {
          lane: meaning.kind,
          station: meaning.station,
          by: parts.kind,
        })
        if (!opened.ok || !opened.value.isKnown) continue
        const { envelope, lane } = opened.value
        const heard = { station: envelope.from, lane, number: envelope.number }
        const { body } = envelope
        if (rows.wasHeard(heard) || isPassing(body)) rows.removeUnknown(row)
        else parts.handingOn.take({ lane, envelope: { ...envelope, body } })
      }
    },
    keysChanged() {
      // Not within a transaction in which the keys may have changed.
      queueMicrotask(() => {
        const again = [...locked.values()]
        locked.clear()
        for (const frame of again) this.take(frame)
      })
    },
    close: () => void (isClosed = true),
  }
}

/** What an earlier Foyer kept because it did not know it, and what nobody waits for any more. */
const isPassing = (body: BusBody): body is Exclude<BusBody, HandedOnBody> =>
  body.kind === 'confirmation' || isQuestion(body) || isAnswer(body)
