import type { ShownClinic } from '../../../shared/clinic.ts'
import type { Command, Screen, ScreenName } from '../../../shared/ipc.ts'
import type { Overlay } from '../../../shared/overlay.ts'

export type ScreenOf<N extends Screen['name']> = Extract<Screen, { name: N }>

export type SmallDialogName = 'help' | 'idleWarning' | 'startOver' | 'visitEnds' | 'display'

/** Sends a command to main; its outcome arrives as a new view. */
export type Send = (command: Command) => void

export interface ScreenProps<N extends Screen['name'] = ScreenName> {
  readonly screen: ScreenOf<N>
  readonly clinic: ShownClinic
  readonly send: Send
}

export interface OverlayProps<N extends Overlay['name'] = Overlay['name']> {
  readonly overlay: Extract<Overlay, { name: N }>
  readonly send: Send
}
