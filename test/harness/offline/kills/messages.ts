import type { Command, View } from '../../../../src/shared/ipc.ts'

/** A kill at a step: the `at`th mark from now on (1 is the next). `power`: what was not yet synced is on the disk in part. */
export interface ArmedKill {
  readonly at: number
  readonly how: 'kill' | 'power'
}

/** What the test tells a kiosk without windows. */
export type ToKiosk =
  | { readonly kind: 'command'; readonly command: Command }
  /** Counts marks anew; null: nothing is killed. */
  | { readonly kind: 'arm'; readonly kill: ArmedKill | null }
  | { readonly kind: 'count' }

/** What such a kiosk tells the test. */
export type FromKiosk =
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'form'; readonly url: string | null }
  | { readonly kind: 'marks'; readonly count: number }
