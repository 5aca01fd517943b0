import type {
  BusBody,
  BusCommand,
  CommandOutcome,
  Envelope,
  HandedOnBody,
  Notice,
  Presence,
  StationId,
  StationKind,
} from '../../shared/bus/messages.ts'
import type { Answer, Question } from '../../shared/bus/questions.ts'
import type { Result } from '../../shared/result.ts'

/** Reason for an unsent message: the vault cannot keep it, or too many wait already. */
export type BusFault = { readonly kind: 'notKept' } | { readonly kind: 'full' }

/** A message that came: once, however often the broker delivers it, also over a restart. */
export interface BusMessage<B extends HandedOnBody = HandedOnBody> {
  readonly id: string
  readonly from: StationId
  /** ISO date-time, by the sender's clock. */
  readonly at: string
  readonly body: B
}

export interface BusView {
  /** `alone`: it is not paired, and talks to itself only. */
  readonly connection: 'alone' | 'connecting' | 'connected' | 'refused'
  /** ms since 1970. */
  readonly since: number
  /** Reason for `refused`: `credentials`, `certificate`, `rights`, or `takenOver` by another station with this id. */
  readonly detail: string | null
  /** Of the last message from another station, in ms since 1970; null if there was none. */
  readonly lastHeard: number | null
  readonly waiting: number
  /** A desk or a hub is there to receive messages. */
  readonly isHeard: boolean
}

export type Asked = { readonly id: string; readonly from: StationId; readonly question: Question }

/** Answers a question; undefined: it is not for this one. */
export type Answering = (asked: Asked) => Promise<Answer | readonly Answer[] | undefined>

export interface AskOptions {
  /** Of a desk: the only kiosk to ask. */
  readonly to?: StationId
  readonly isFinal: (answer: Answer) => boolean
  readonly signal?: AbortSignal
}

/** Keeps messages in the vault, sends them sealed in order until confirmed, and delivers each once, over restarts. */
export interface Bus {
  readonly id: StationId
  readonly kind: StationKind
  /** Sends a notice, for its id. `until`: ms since 1970, then it is dropped. `onConfirmed`: a desk or hub shows it. */
  tell(
    notice: Notice,
    options?: { readonly until?: number; readonly onConfirmed?: () => void },
  ): Result<string, BusFault>
  withdraw(id: string): void
  /** Of a desk or hub: commands one kiosk; dropped after the command's own `until`. */
  command(to: StationId, command: BusCommand): Result<string, BusFault>
  answer(of: { readonly id: string; readonly from: StationId }, outcome: CommandOutcome): void
  /** Resolves with the last answer: at a final one, after all desks', or at the question's `until`. Keeps nothing. */
  ask(question: Question, options: AskOptions): Promise<Answer | undefined>
  /** Answers other stations' questions, each once, in one or more messages; the function that comes back ends it. */
  onQuestion(listener: Answering): () => void
  /** Publishes this station's presence; it is not kept. */
  present(presence: Omit<Presence, 'v' | 'from' | 'kind'>): void
  /** The last presence of every known station; one that went is `gone`. */
  stations(): readonly Presence[]
  view(): BusView
  // So a listener must not close the vault or end the process; one on which it throws comes again later.
  /** Delivers each message in a vault transaction with what the listener writes; the function returned ends it. */
  onMessage(listener: (message: BusMessage) => void): () => void
  onChange(listener: () => void): () => void
  /** Announces that this station goes; unsent messages stay in the vault. */
  close(): Promise<void>
}

/** A text in the vault; on the disk when `write` returns. */
export type KeptText = { read(): string | undefined; write(text: string): void }

export interface BusPlace {
  bus(): Bus | undefined
  /** Tells each change of the bus, and when another one is there; the function that comes back ends it. */
  onChange(listener: () => void): () => void
}

/** Transport of bytes between stations. Topics are those of `topics.ts`. */
export interface BusTransport {
  /** Connects, and again until closed. `will`, asked for each connection: published once that one is gone. */
  open(handlers: TransportHandlers, will: () => Frame): void
  /** Resolves when the broker (in process: every subscriber) has taken it; `false`: it has not, or cannot now. */
  publish(frame: Frame): Promise<boolean>
  /** Leaves this station's id to another process: `refused`, and tried again seldom. */
  standBack(): void
  close(): Promise<void>
}

/** Seals a message for a topic and hands it to the transport; resolves as `BusTransport.publish` does. */
export type Say = (topic: string, message: object, retain?: boolean) => Promise<boolean>

/** Sends a message, of `to` alone or whoever listens; unless given, a new one of now that nobody waits for. */
export type SendMessage = (
  to: StationId | null,
  body: BusBody,
  as?: Partial<Pick<Envelope, 'id' | 'at' | 'number'>>,
) => void

export interface Frame {
  readonly topic: string
  readonly payload: Uint8Array
  readonly retain: boolean
}

export interface TransportHandlers {
  /** `refused`: the broker takes neither these credentials nor this certificate; it is tried again, seldom. */
  onState(state: 'connecting' | 'connected' | 'refused', detail?: string): void
  onFrame(frame: Frame): void
}
