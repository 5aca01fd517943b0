import type { DeskView } from '../../shared/desk/view.ts'
import type { CommandHandler, Shell } from './port.ts'

/** Size of a desk's window, in CSS px: at opening if the screen has room, and at least. */
export const deskWindow = {
  opens: { width: 1440, height: 900 },
  least: { width: 1024, height: 640 },
} as const

export interface DeskWindowOptions {
  readonly handler: CommandHandler
  /** BCP 47 tag of the window's own language. */
  readonly locale: string
  /** The keys that lock the desk (Ctrl+L) were pressed where the page itself does not get them. */
  readonly onLockKey: () => void
  /** Its user closed the window, or it is gone for good. */
  readonly onClosed: () => void
}

export interface DeskWindow {
  /** Hands a view to the page, and to each that takes its place. */
  show(view: DeskView): void
  /**
   * Replaces the page by another in its own process; resolves once the old one, with all its data, is ended. Rejects if
   * it cannot.
   */
  renew(): Promise<void>
  /** Puts the window above every other and gives it the keyboard. Settles also where that cannot be done. */
  bringToFront(): Promise<void>
}

// The page is our own, reaches no server, and leads nowhere.
/**
 * Windows of a desk: one normal window, which its user moves, resizes and closes. During a visit a kiosk's window lies
 * over it.
 */
export interface DeskShell {
  readonly kind: 'electron' | 'browser'
  openDesk(options: DeskWindowOptions): Promise<DeskWindow>
  /**
   * Opens the shell of a kiosk window over the desk's, for one visit. The caller closes it; the desk's window stays. At
   * most one exists.
   */
  openVisitShell(): Promise<Shell>
  /** Closes the window and deletes what was kept for it. The shell of a visit is closed before. */
  close(): Promise<void>
}
