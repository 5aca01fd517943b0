import type { StationKind } from '../../src/shared/bus/messages.ts'

/** A place at the broker. */
export interface Seat {
  readonly id: string
  readonly kind: StationKind
  readonly password: string
}

/** Address and key of the broker that the bench's stations connect with. */
export interface Meeting {
  readonly port: number
  /** PEM of the broker's certificate, which is its own authority. */
  readonly ca: string
  /** Hexadecimal. */
  readonly key: string
}

/** Requests to a process of kiosks. */
export type ToKiosks =
  /** Lets all of them connect at once. `presenceMs`: ms between two changes of each one's presence. */
  | {
      readonly ask: 'open'
      readonly meeting: Meeting
      readonly seats: readonly Seat[]
      readonly presenceMs: number
      /** True if each kiosk keeps its messages on the disk, as a real one does. */
      readonly hasVault: boolean
    }
  /** A patient at the kiosk with that id needs help. */
  | { readonly ask: 'help'; readonly station: string; readonly helpId: string }
  /** Somebody was there. */
  | { readonly ask: 'endHelp'; readonly station: string; readonly helpId: string }
  | { readonly ask: 'state' }

/** Reports of a process of kiosks. `at`: ms of the machine's monotonic clock (`monotonicMs`). */
export type FromKiosks =
  | { readonly told: 'opened' }
  | { readonly told: 'asked'; readonly helpId: string; readonly at: number }
  /** Nothing of the call is under way any more. */
  | { readonly told: 'settled'; readonly helpId: string }
  /** Kiosks that have the broker, and when each had its last event of the service. */
  | { readonly told: 'state'; readonly connected: number }

/** Requests to a listener. */
export type ToListener =
  /** `meeting` without a port: it carries the embedded broker itself. */
  | {
      readonly ask: 'open'
      readonly meeting: Omit<Meeting, 'port'> & { readonly port: number | null }
      readonly seat: Seat
      /** Stations that an embedded broker lets in. */
      readonly seats: readonly Seat[]
    }
  | { readonly ask: 'state' }

/** Reports of a listener. */
export type FromListener =
  | { readonly told: 'opened'; readonly meeting: Meeting }
  /** Kiosks of which it has a presence that is not gone; MB of memory after a collection of garbage; seconds of CPU. */
  | {
      readonly told: 'state'
      readonly known: number
      readonly memory: number
      readonly cpuSeconds: number
    }
  | { readonly told: 'heard'; readonly helpId: string; readonly at: number }

/** The clinic of the bench. */
export const benchClinic = 'clinic0000000000'

/** Reads a clock in ms that all processes of a machine share, and that only grows. */
export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6
