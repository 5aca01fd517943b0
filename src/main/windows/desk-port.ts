import type { DeskView } from '../../shared/desk/view.ts'
import type { KioskOptions, Shell } from './port.ts'

/** Size of a desk's window, in CSS px: at opening if the screen has room, and at least. */
export const deskWindow = {
  opens: { width: 1440, height: 900 },
  least: { width: 1024, height: 640 },
} as const

export interface DeskWindow {
  show(view: DeskView): void
  /** Replaces the page by another in its own process; resolves once the old one, with all its data, is ended. */
  renew(): Promise<void>
  bringToFront(): Promise<void>
}

export interface DeskShell {
  readonly kind: 'electron' | 'browser'
  openDesk(
    options: Pick<KioskOptions, 'handler' | 'locale' | 'onClosed'> & {
      /** Ctrl+L was pressed where the page itself does not get it. */
      readonly onLockKey: () => void
    },
  ): Promise<DeskWindow>
  /** Opens the shell of a kiosk window over the desk's, for one visit, at most one; the caller closes it. */
  openVisitShell(): Promise<Shell>
  close(): Promise<void>
}
