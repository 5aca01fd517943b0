import type { DeskView } from '../../shared/desk/view.ts'
import type { CommandHandler, Shell } from './port.ts'

/** Size of a desk's window, in CSS px: at opening if the screen has room, and at least. */
export const deskWindow = {
  opens: { width: 1440, height: 900 },
  least: { width: 1024, height: 640 },
} as const

/** Options of a desk's window. */
export interface DeskWindowOptions {
  readonly handler: CommandHandler
  /** BCP 47 tag of the window's own language. */
  readonly locale: string
  /** The keys that lock the desk (Ctrl+L) were pressed where the page itself does not get them. */
  readonly onLockKey: () => void
  /** Its user closed the window, or it is gone for good. */
  readonly onClosed: () => void
}

/** A desk's window. */
export interface DeskWindow {
  /** Hands a view to the page, and to each that takes its place. */
  show(view: DeskView): void
  /**
   * Puts another page in the place of this one, in a process of its own; resolves once the one before is ended, with
   * all that it held. Rejects when that cannot be had.
   */
  renew(): Promise<void>
  /** Puts the window above every other and gives it the keyboard. Settles also where that cannot be done. */
  bringToFront(): Promise<void>
}

/**
 * All that a desk knows about windows: one normal window, which is moved, resized and closed by its user. The page is
 * our own, reaches nothing, and leads nowhere. Over it stands a kiosk's window for one visit, while a patient has the
 * screen.
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
