import type { BusBody, Envelope, HandedOnBody, StationId } from '../../shared/bus/messages.ts'
import type { Answer, Question } from '../../shared/bus/questions.ts'

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

/** A text in the vault; on the disk when `write` returns. */
export type KeptText = { read(): string | undefined; write(text: string): void }

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
