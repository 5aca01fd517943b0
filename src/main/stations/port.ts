import type {
  BusCommand,
  CommandOutcome,
  HandedOnBody,
  Notice,
  Presence,
  StationId,
  StationKind,
} from '../../shared/bus/messages.ts'
import type { Answer, Question } from '../../shared/bus/questions.ts'
import type { Result } from '../../shared/result.ts'

/** Reason for an unsent message: the vault cannot keep it, or too many wait already (`most` of the settings). */
export type BusFault = { readonly kind: 'notKept' } | { readonly kind: 'full' }

/** A message that came. Each comes once, however often the broker delivers it, also over a restart. */
export interface BusMessage<B extends HandedOnBody = HandedOnBody> {
  /** UUID. */
  readonly id: string
  readonly from: StationId
  /** ISO date-time, by the sender's clock. */
  readonly at: string
  readonly body: B
}

/** State of this station's connection. `alone`: it is not paired, and talks to itself only. */
type BusConnection = 'alone' | 'connecting' | 'connected' | 'refused'

export interface BusView {
  readonly connection: BusConnection
  /** ms since 1970. */
  readonly since: number
  /** Reason for `refused`: `credentials`, `certificate`, `rights`, or `takenOver` by another station with this id. */
  readonly detail: string | null
  /** Time of the last message from another station, in ms since 1970; null if there was none. */
  readonly lastHeard: number | null
  /** Messages that are not confirmed yet. */
  readonly waiting: number
  /** True while a desk or a hub is there to receive messages. */
  readonly isHeard: boolean
}

export interface Asked {
  /** UUID; the same each time that the question comes. */
  readonly id: string
  readonly from: StationId
  readonly question: Question
}

/** Answers a question; undefined: it is not for this one. */
export type Answering = (asked: Asked) => Promise<Answer | readonly Answer[] | undefined>

export interface AskOptions {
  /** Of a desk: the only kiosk that is asked. */
  readonly to?: StationId
  /** True if no other answer is needed after this one. */
  readonly isFinal: (answer: Answer) => boolean
  readonly signal?: AbortSignal
}

// Sending survives restarts of either side and of the broker. Bodies are sealed end to end, so no broker can read them,
// and no topic names a person.
/**
 * Connection between stations. Keeps each message in the vault before the call returns, sends it in order until it is
 * confirmed, and delivers it once.
 */
export interface Bus {
  readonly id: StationId
  readonly kind: StationKind
  /**
   * Sends a notice to desks and hubs; returns the message's id. `until`: ms since 1970 after which it is dropped
   * unsent, like old calls. `onConfirmed`: a desk or hub has it, and shows it.
   */
  tell(
    notice: Notice,
    options?: { readonly until?: number; readonly onConfirmed?: () => void },
  ): Result<string, BusFault>
  /** Removes an unconfirmed message; no effect on others. */
  withdraw(id: string): void
  /** Of a desk or hub: sends a command to one kiosk. It is dropped after the command's own `until`. */
  command(to: StationId, command: BusCommand): Result<string, BusFault>
  /** Reports the outcome of the command with that id, for a kiosk. */
  answer(of: { readonly id: string; readonly from: StationId }, outcome: CommandOutcome): void
  /**
   * Asks the present desks, for a kiosk, or one kiosk, for a desk, until a final answer, all desks' answers, or the
   * question's `until`. Returns the last answer, if any. Keeps nothing.
   */
  ask(question: Question, options: AskOptions): Promise<Answer | undefined>
  // That holds however often the broker delivers it.
  /**
   * Answers questions of other stations, in one or several messages; undefined if this one has no answer. Each question
   * comes once. The returned function removes the listener.
   */
  onQuestion(listener: Answering): () => void
  /** Publishes this station's presence in place of the one before; it is not kept. */
  present(presence: Omit<Presence, 'v' | 'from' | 'kind'>): void
  /** Returns the last presence of every known station; a station that went is `gone`. */
  stations(): readonly Presence[]
  view(): BusView
  // Both are kept or neither, so the listener must not close the vault or end the process. A message on which a
  // listener throws comes again at the next start.
  /**
   * Delivers each message once, in a vault transaction that also keeps the listener's writes. The returned function
   * removes the listener.
   */
  onMessage(listener: (message: BusMessage) => void): () => void
  /** Calls `listener` after each change of `stations` and of `view`. */
  onChange(listener: () => void): () => void
  /** Announces that this station goes, and closes; unsent messages stay in the vault. */
  close(): Promise<void>
}

/** A text in the vault, such as JSON; on the disk when `write` returns. */
export interface KeptText {
  read(): string | undefined
  write(text: string): void
}

/** The kiosk's bus while it is paired. */
export interface BusPlace {
  bus(): Bus | undefined
  /**
   * Calls `listener` after each change of the bus that is there, and when another one is. The function that comes back
   * ends it.
   */
  onChange(listener: () => void): () => void
}

/** Transport of bytes between stations. Topics are those of `topics.ts`. */
export interface BusTransport {
  /**
   * Connects, and reconnects until it is closed. `will`, called before each connection: the broker's announcement for
   * this station once that connection is gone.
   */
  open(handlers: TransportHandlers, will: () => Frame): void
  /** Resolves when the broker (in process: every subscriber) has taken it; `false`: it has not, or cannot now. */
  publish(frame: Frame): Promise<boolean>
  /** Leaves the connection to another process with this station's id: `refused`, and tried again seldom. */
  standBack(): void
  /** Ends it; nothing is reported afterwards. */
  close(): Promise<void>
}

/** Seals a message for a topic and hands it to the transport; resolves as `BusTransport.publish` does. */
export type Say = (topic: string, message: object, retain?: boolean) => Promise<boolean>

/** Bytes on a topic. */
export interface Frame {
  readonly topic: string
  readonly payload: Uint8Array
  /** True if the broker keeps the frame for later subscribers. */
  readonly retain: boolean
}

export interface TransportHandlers {
  /** `refused`: the broker takes neither these credentials nor this certificate; it is tried again, seldom. */
  onState(state: 'connecting' | 'connected' | 'refused', detail?: string): void
  onFrame(frame: Frame): void
}
