import type { LogLine } from './variant-kiosk.ts'

/**
 * How a visit ended. `waiting`: still waiting a minute after the last tap; `unfinished`: told so after everything was
 * sent; `asked again`: asked for the same right answer until the patient gave up; `wrong forms`: those of somebody else,
 * forms that do not wait, or not all that do; `too early`: thanked before anything was sent; `made twice`: one new packet too many.
 */
export type End =
  | 'through'
  | 'staff'
  | 'nothing waits'
  | 'out of service'
  | 'waiting'
  | 'unfinished'
  | 'asked again'
  | 'wrong forms'
  | 'too early'
  | 'made twice'

/** What a visit came to. */
export interface Outcome {
  readonly end: End
  /** The service did something that the sandbox does not. */
  readonly isOther: boolean
  /** Why staff were called, or at which screen it ended. */
  readonly detail: string
  /** Simulated seconds from the patient's last tap to the end, without those that the kiosk told to wait. */
  readonly seconds: number
  /** The most requests after that tap that were one and the same. */
  readonly sameRequests: number
  readonly helpNumber: string | null
  /** Operations that the log names as failed. */
  readonly failed: readonly string[]
  readonly log: readonly LogLine[]
  /** A number that is right was called wrong. */
  readonly wasBlamed: boolean
  /** What had to be answered twice, though it was right. */
  readonly askedAgain: readonly string[]
  /** ms of each time that "this takes longer" stood on the screen. */
  readonly delays: readonly number[]
  /** Which kinds of secrets, or of what is the patient's own, stand in the log. */
  readonly leaks: readonly string[]
  /** Names of the packets that were offered. */
  readonly offered: readonly string[]
}
