import { randomUUID } from 'node:crypto'
import {
  busVersion,
  type BusCommand,
  type CommandOutcome,
  type Envelope,
  type Notice,
  type Presence,
  type PresenceEnvelope,
  type StationId,
  type StationKind,
} from '../../shared/bus/messages.ts'
import type { Answer, Question } from '../../shared/bus/questions.ts'
import { systemClock, type WallClock } from '../base/clock.ts'
import { createListeners } from '../base/listeners.ts'
import { within, after, every } from '../base/timers.ts'
import type { BusRows } from '../vault/store/bus-rows.ts'
import { busLines, type BusLog } from './bus-log.ts'
import { createInbox } from './inbox.ts'
import { createOutbox } from './outbox.ts'
import type {
  Answering,
  Asked,
  AskOptions,
  BusMessage,
  BusTransport,
  BusView,
  Frame,
  SendMessage,
} from './port.ts'
import { seal, type KeyRing } from './seal.ts'
import { createStations, saidByBroker, type Stations } from './stations.ts'
import { topicsOf } from './topics.ts'

/** Default limit of waiting messages: some days of a busy kiosk. */
const defaultMost = 2_000
/** ms for which the end waits for the broker to take that this station goes; else its will says so. */
const goneMs = 2_000
const outcomeMs = 3_600_000

interface BusOptions {
  readonly id: StationId
  readonly kind: StationKind
  readonly name?: string
  readonly clinic: string
  readonly transport: BusTransport
  readonly keys: KeyRing
  readonly rows: BusRows
  readonly log: BusLog
  readonly clock?: WallClock
  readonly random?: () => number
  readonly most?: number
  /** For the station that pairs: messages of others than the clinic's are ignored. */
  readonly belongs?: (station: StationId) => boolean
  /** Receives what comes on this station's key topic, unchanged. */
  readonly onKey?: (payload: Uint8Array) => void
}

export type Bus = ReturnType<typeof createBus>

export interface BusPlace {
  bus(): Bus | undefined
  /** Tells each change of the bus, and when another one is there; the function that comes back ends it. */
  onChange(listener: () => void): () => void
}

/** Seals a message for a topic and hands it to the transport; resolves as `BusTransport.publish` does. */
type Say = (topic: string, message: object, retain?: boolean) => Promise<boolean>

/** Connects a station's bus: it keeps messages in the vault, sends them in order until confirmed, and delivers each once. */
export function createBus(options: BusOptions) {
  const { id, kind, clinic, transport, keys, rows, name = '' } = options
  const { clock = systemClock, random = Math.random, most = defaultMost } = options
  const { belongs = () => true, onKey = () => {} } = options
  const topics = topicsOf(clinic)
  const lines = busLines(options.log, () => clock.now())
  function nextNumber() {
    try {
      return rows.nextNumber(clock.wallTime())
    } catch {
      // Presence goes on without the vault: the time of day is almost always above what came before.
      return Math.floor(clock.wallTime())
    }
  }
  const began = nextNumber()
  const listeners = createListeners()
  const say: Say = (topic, message, retain = false) =>
    transport.publish({ topic, payload: seal(keys, topic, JSON.stringify(message)), retain })
  const now = () => new Date(clock.wallTime()).toISOString()
  const send: SendMessage = (to, body, as) => {
    const { id: message, at, number } = { id: randomUUID(), at: now(), number: 0, ...as }
    const sent: Envelope = { v: busVersion, id: message, from: id, at, number, to, body }
    void say(kind === 'kiosk' ? topics.up(id) : topics.down(to ?? ''), sent)
  }
  const stations = createStations({ id, began, belongs, clock })
  let isClosed = false
  let state: Pick<BusView, 'connection' | 'since' | 'detail'> = {
    connection: 'connecting',
    since: clock.wallTime(),
    detail: null,
  }
  let lastHeard: number | null = null

  const changed = () => {
    if (!isClosed) listeners.call()
  }

  const outbox = createOutbox({
    rows,
    send,
    clock,
    random,
    most,
    lines,
    isHeard: (to) => (to === null ? stations.hasListener() : stations.isThere(to)),
    onChange: changed,
  })
  const presence = createOwnPresence({
    id,
    kind,
    name,
    topic: topics.presence(kind, id),
    began,
    nextNumber,
    keys,
    say,
    clock,
  })
  function answer(of: { readonly id: string; readonly from: StationId }, body: CommandOutcome) {
    outbox.tell({ to: of.from, until: clock.wallTime() + outcomeMs, body })
  }
  const questions = createQuestions(send, clock, stations)

  const inbox = createInbox({
    id,
    kind,
    clinic,
    rows,
    keys,
    clock,
    stations,
    lines,
    onQuestion: (asked) => questions.asked(asked),
    onAnswer: (given, from) => questions.answered(given, from),
    reply: ({ id: of, from }, reply) => send(from, { kind: reply, of }),
    onReply: (of, from, reply) => outbox.settle(of, from, reply),
    refuseCommand: (command, outcome) =>
      answer(command, { kind: 'commandOutcome', of: command.id, outcome, detail: null }),
    onHeard(station, change) {
      lastHeard = clock.wallTime()
      if (change === 'came') outbox.wake(station)
      if (change !== 'message') changed()
    },
    onAnother: () => transport.standBack(),
    onKey,
  })
  const stopKeys = keys.onChange(() => {
    inbox.keysChanged()
    presence.say()
  })

  transport.open(
    {
      onState(connection, reason) {
        if (isClosed) return
        const detail = reason ?? null
        if (connection === state.connection && detail === state.detail) return
        state = { connection, since: clock.wallTime(), detail }
        lines.connection(connection, detail)
        outbox.setConnected(connection === 'connected')
        if (connection === 'connected') presence.say()
        changed()
      },
      onFrame: inbox.take,
    },
    () => presence.will(),
  )

  const only = (kinds: readonly StationKind[], what: string) => {
    if (!kinds.includes(kind)) throw new Error(`a ${kind} does not ${what}`)
  }

  return {
    id,
    kind,
    /** Sends a kiosk's notice, for its id. `until`: ms since 1970, then it is dropped. `onConfirmed`: a desk or hub shows it. */
    tell(
      body: Notice,
      options: { readonly until?: number; readonly onConfirmed?: () => void } = {},
    ) {
      only(['kiosk'], 'tell')
      return outbox.tell({ to: null, until: options.until ?? null, body }, options.onConfirmed)
    },
    withdraw: outbox.remove,
    /** Commands one kiosk, from a desk or hub; dropped after the command's own `until`. */
    command(to: StationId, body: BusCommand) {
      only(['desk', 'hub'], 'command')
      return outbox.tell({ to, until: Date.parse(body.until), body })
    },
    answer,
    /** Resolves with the last answer: at a final one, after all desks', or at the question's `until`. Keeps nothing. */
    ask(question: Question, of: AskOptions) {
      only(of.to === undefined ? ['kiosk'] : ['desk'], 'ask that')
      return questions.ask(question, of)
    },
    /** Answers other stations' questions, each once, in one or more messages; the function that comes back ends it. */
    onQuestion(listener: Answering) {
      only(['desk', 'kiosk'], 'answer questions')
      return questions.onQuestion(listener)
    },
    /** Publishes this station's presence; it is not kept. */
    present: presence.change,
    /** The last presence of every known station; one that went is `gone`. */
    stations: stations.all,
    view: (): BusView => ({
      ...state,
      lastHeard,
      waiting: outbox.waiting(),
      isHeard: state.connection === 'connected' && stations.hasListener(),
    }),
    // So a listener must not close the vault or end the process; one on which it throws comes again later.
    /** Delivers each message in a vault transaction with what the listener writes; the function returned ends it. */
    onMessage: (listener: (message: BusMessage) => void) => inbox.listen(listener),
    onChange: (listener: () => void) => listeners.add(listener),
    /** Announces that this station goes; unsent messages stay in the vault. */
    async close() {
      if (isClosed) return
      isClosed = true
      stopKeys()
      inbox.close()
      questions.close()
      outbox.close()
      if (state.connection === 'connected') await within(clock, goneMs, presence.sayGone())
      presence.close()
      await transport.close()
    },
  }
}

type Reported = Omit<Presence, 'v' | 'from' | 'kind'>

/** ms between two presences of a desk or a hub while nothing changes: kiosks read its clock off them. */
const renewMs = 60_000
/** Ms after which a presence that the broker did not accept is published again. */
const againMs = 5_000

function createOwnPresence(
  parts: Required<Pick<BusOptions, 'id' | 'kind' | 'name' | 'keys' | 'clock'>> & {
    readonly topic: string
    readonly began: number
    readonly nextNumber: () => number
    readonly say: Say
  },
) {
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
    presence: { ...of, v: busVersion, from, kind },
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
    change: (next: Reported) => {
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
    say: () => void tell(),
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

/** Ms after which an unanswered question is sent again: the broker may have lost it. */
const askAgainMs = 2_000
/** Questions of one station whose answer is remembered: one that comes twice is answered alike and done once. */
const mostRemembered = 100

/** Creates the questions and answers of a station. Nothing of them rests in the vault. */
export function createQuestions(
  send: SendMessage,
  clock: WallClock,
  stations: Pick<Stations, 'all' | 'isKnown' | 'timeAtLeast'>,
) {
  const open = new Map<
    string,
    { readonly answered: (answer: Answer, from: StationId) => void; readonly end: () => void }
  >()
  const listeners = new Set<Answering>()
  const remembered = new Map<StationId, Map<string, ReturnType<Answering>>>()

  const desks = () =>
    stations.all().filter(({ kind, state }) => kind === 'desk' && state !== 'gone')

  function ask(question: Question, { to, isFinal, signal }: AskOptions) {
    const id = randomUUID()
    const heard = new Set<StationId>()
    return new Promise<Answer | undefined>((resolve) => {
      let last: Answer | undefined
      let cancelAgain = () => {}
      const sayIt = () => {
        send(to ?? null, question, { id })
        cancelAgain = after(clock, askAgainMs, sayIt)
      }
      const end = () => {
        cancelAgain()
        cancelEnd()
        signal?.removeEventListener('abort', end)
        open.delete(id)
        resolve(last)
      }
      const ms = Math.max(0, Date.parse(question.until) - clock.wallTime())
      const cancelEnd = after(clock, ms, end)
      open.set(id, {
        end,
        answered(answer, from) {
          if (to === undefined ? !desks().some((desk) => desk.from === from) : from !== to) return
          heard.add(from)
          last = answer
          // Only one of them can answer a sealed question, perhaps in several parts.
          const isAskedOfAll = to === undefined && answer.kind !== 'sealedAnswered'
          const areAll = isAskedOfAll && desks().every((desk) => heard.has(desk.from))
          if (isFinal(answer) || areAll) end()
        },
      })
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
      else sayIt()
    })
  }

  /** By the asker's own clock, as it showed it last. */
  const isLate = (from: StationId, until: string) =>
    (stations.timeAtLeast(from) ?? clock.wallTime()) > Date.parse(until)

  async function answerIt(asked: Asked) {
    // Each station's own: one that asks without end makes this one forget what no other has asked.
    const known = remembered.get(asked.from) ?? new Map<string, ReturnType<Answering>>()
    remembered.set(asked.from, known)
    const answer = known.get(asked.id) ?? firstAnswer(asked)
    known.set(asked.id, answer)
    const [oldest] = known.keys()
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest)
    const given = await answer
    if (given && !isLate(asked.from, asked.question.until))
      for (const body of [given].flat()) send(asked.from, body)
  }

  async function firstAnswer(asked: Asked) {
    for (const listener of listeners) {
      const answer = await listener(asked)
      if (answer) return answer
    }
    return undefined
  }

  return {
    ask,
    onQuestion: (listener: Answering) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    asked(asked: Asked) {
      const { from, question } = asked
      if (listeners.size > 0 && stations.isKnown(from) && !isLate(from, question.until))
        void answerIt(asked)
    },
    answered(answer: Answer, from: StationId) {
      open.get(answer.of)?.answered(answer, from)
    },
    close() {
      listeners.clear()
      for (const { end } of open.values()) end()
    },
  }
}
