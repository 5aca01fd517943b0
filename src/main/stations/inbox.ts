import type * as z from 'zod/mini'
import {
  busBody,
  envelope as envelopeSchema,
  type BusBody,
  type Envelope,
  type HandedOnBody,
  type StationId,
  type StationKind,
} from '../../shared/bus/messages.ts'
import { isAnswer, isQuestion, type Answer } from '../../shared/bus/questions.ts'
import type { WallClock } from '../base/clock.ts'
import { parseJson } from '../base/parse-json.ts'
import type { BusRows } from '../vault/store/bus-rows.ts'
import type { BusLines } from './bus-log.ts'
import type { Asked, BusMessage, Frame } from './port.ts'
import { unseal, type KeyRing } from './seal.ts'
import type { Stations } from './stations.ts'
import { readTopic, type Lane } from './topics.ts'

/** Frames that wait for a key, for a listener or for a presence; the oldest give way, and come again. */
const mostWaiting = 1_000

const lanes: Readonly<Record<BusBody['kind'], readonly Lane[]>> = {
  helpAsked: ['up'],
  helpEnded: ['up'],
  patientArrived: ['up'],
  formsCompleted: ['up'],
  pinUsed: ['up'],
  intakeWaits: ['up'],
  intakeSettled: ['up'],
  staffNeeded: ['up'],
  unpaired: ['up'],
  commandOutcome: ['up'],
  command: ['down'],
  confirmation: ['up', 'down'],
  notUnderstood: ['up', 'down'],
  deskCodeTried: ['up'],
  deskCodeChecked: ['down'],
  memberAsked: ['up'],
  intakesAsked: ['down'],
  sealedAnswered: ['up', 'down'],
}

type SentMessage = Pick<Envelope, 'id' | 'from'>
/** `notUnderstood`: the receiver is older, and knows no such message. */
export type ReplyKind = 'confirmation' | 'notUnderstood'

type Delivery = Omit<Envelope, 'body'> & { readonly body: HandedOnBody }

/** Creates a station's inbox: opens, checks and sorts each frame, and delivers each message once. */
export function createInbox(parts: {
  readonly id: StationId
  readonly kind: StationKind
  readonly clinic: string
  readonly rows: BusRows
  readonly keys: KeyRing
  readonly clock: WallClock
  readonly stations: Stations
  readonly lines: BusLines
  readonly onQuestion: (asked: Asked) => void
  readonly onAnswer: (answer: Answer, from: StationId) => void
  readonly reply: (of: SentMessage, kind: ReplyKind) => void
  readonly onReply: (id: string, from: StationId, kind: ReplyKind) => void
  readonly refuseCommand: (command: SentMessage, outcome: 'tooLate' | 'refused') => void
  /** `came`: the station was not there before. */
  readonly onHeard: (station: StationId, change: 'message' | 'presence' | 'came') => void
  readonly onAnother: () => void
  readonly onKey: (payload: Uint8Array) => void
}) {
  const { id: own, rows, clock, stations, lines } = parts
  const listeners = new Set<(message: BusMessage) => void>()
  let waiting: Frame[] = []
  let isClosed = false

  function takeAgain() {
    const again = waiting
    waiting = []
    for (const frame of again) take(frame)
  }
  function wait(frame: Frame) {
    waiting.push(frame)
    if (waiting.length > mostWaiting) waiting.shift()
  }
  function take(frame: Frame) {
    if (isClosed) return
    try {
      const refusal = open(frame)
      if (refusal !== null) lines.refused(refusal)
    } catch {
      lines.failed('vault')
    }
  }

  /** The value: why the frame is refused. */
  function open(frame: Frame): string | null {
    const meaning = readTopic(parts.clinic, frame.topic)
    if (!meaning || (meaning.kind === 'down' && meaning.station !== own)) return 'topic'
    if (meaning.kind === 'key') {
      if (meaning.station === own) parts.onKey(frame.payload)
      return null
    }
    const unsealed = unseal(parts.keys, frame.topic, frame.payload)
    if (!unsealed.ok) {
      if (unsealed.error === 'unknownKey') wait(frame)
      return unsealed.error
    }
    if (meaning.kind !== 'presence')
      return takeMessage(unsealed.value, meaning.kind, meaning.station, frame)
    const outcome = stations.take(unsealed.value, meaning, frame.retain)
    if (outcome === 'another') parts.onAnother()
    if (outcome === 'wrong' || outcome === 'tooMany') return `presence: ${outcome}`
    if (outcome !== 'came' && outcome !== 'taken') return null
    parts.onHeard(meaning.station, outcome === 'came' ? 'came' : 'presence')
    takeAgain()
    return null
  }

  function takeMessage(message: string, lane: Lane, station: string, frame: Frame): string | null {
    const read = envelopeSchema.safeParse(parseJson(message))
    if (!read.success) return 'notAnEnvelope'
    const { id, from, at, to, number } = read.data
    const body = busBody.safeParse(read.data.body).data
    if (lane === 'up' && from !== station) return 'foreignSender'
    // Only kiosks are commanded.
    const isForAnother = body?.kind === 'command' && parts.kind !== 'kiosk'
    if (body && (!lanes[body.kind].includes(lane) || isForAnother)) return 'misplaced'
    if (from === own || (to !== null && to !== own)) return null
    stations.noteTime(from, at)
    parts.onHeard(from, 'message')
    if (!body) {
      // A message that nobody waits for has no number.
      if (number > 0 && stations.belongs(from)) answerUnknown(read.data, `${lane} own`)
      return 'notUnderstood'
    }
    if (body.kind === 'confirmation' || body.kind === 'notUnderstood')
      parts.onReply(body.of, from, body.kind)
    else if (isQuestion(body)) parts.onQuestion({ id, from, question: body })
    else if (isAnswer(body)) parts.onAnswer(body, from)
    else return deliver(lane, { ...read.data, body }, frame)
    return null
  }

  /** A command has its outcome besides, so that staff who gave it are told. */
  function answerUnknown({ id, from, number, body }: z.infer<typeof envelopeSchema>, lane: string) {
    const heard = { station: from, lane, number }
    if (body.kind === 'command' && parts.kind === 'kiosk' && !rows.wasHeard(heard))
      rows.hear(heard, () => parts.refuseCommand({ id, from }, 'refused'))
    parts.reply({ id, from }, 'notUnderstood')
  }

  /** Delivers a message; one that the vault cannot keep stays unconfirmed, and so comes again. */
  function deliver(lane: Lane, message: Delivery, frame: Frame): string | null {
    const { from, number, to, body } = message
    // It was unpaired: a former key, or a broker that does not know it yet, still lets it speak.
    if (!stations.belongs(from)) return 'notPaired'
    const heard = { station: from, lane: to === null ? lane : `${lane} own`, number }
    const isCommand = body.kind === 'command'
    if (!rows.wasHeard(heard)) {
      if (listeners.size === 0 || (isCommand && !stations.isKnown(from))) {
        wait(frame)
        return null
      }
      if (isCommand && isPastUntil(from, body.until)) {
        rows.hear(heard, () => parts.refuseCommand(message, 'tooLate'))
        lines.dropped('tooLate')
      } else {
        try {
          rows.hear(heard, () => tellListeners(message))
        } catch (error) {
          if (!(error instanceof ListenerError)) throw error
          rows.hear(heard, () => rows.keepFailed(message.id, JSON.stringify(message)))
          lines.failed('listener')
        }
      }
    }
    // One that was heard before comes again because its sender missed this.
    parts.reply(message, 'confirmation')
    return null
  }

  function tellListeners({ id, from, at, body }: Delivery) {
    try {
      for (const listener of listeners) listener({ id, from, at, body })
    } catch (cause) {
      throw new ListenerError('a listener threw', { cause })
    }
  }

  // A presence is never over a minute old while its station is there.
  /** By the sender's clock as its presence last showed it; by ours too once the sender is gone. */
  function isPastUntil(from: StationId, until: string): boolean {
    const end = Date.parse(until)
    return (
      (stations.timeAtLeast(from) ?? Number.NEGATIVE_INFINITY) > end ||
      (!stations.isThere(from) && clock.wallTime() > end)
    )
  }

  function retryFailed() {
    for (const { id, message } of rows.failed()) {
      const failed = JSON.parse(message) as Delivery
      const isOver = failed.body.kind === 'command' && isPastUntil(failed.from, failed.body.until)
      try {
        rows.settleFailed(id, () => {
          if (!isOver && stations.belongs(failed.from)) tellListeners(failed)
        })
      } catch {
        lines.failed('listener')
      }
    }
  }

  return {
    take,
    /** Looks again at what could not be opened; not within a transaction in which the keys may have changed. */
    keysChanged: () => queueMicrotask(takeAgain),
    listen(listener: (message: BusMessage) => void) {
      listeners.add(listener)
      retryFailed()
      takeAgain()
      return () => void listeners.delete(listener)
    },
    close: () => void (isClosed = true),
  }
}

class ListenerError extends Error {}
