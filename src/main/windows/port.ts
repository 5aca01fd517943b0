import type { ScreenSize } from '../../shared/form-insets.ts'
import type { Result } from '../../shared/result.ts'
import type { FormView, KioskPage, OpenFormError } from '../../shared/windows.ts'
import type { FormViewOptions } from '../form-view/form-options.ts'
import type { DrawnPdf } from './printing.ts'

/** Origin of a command, as the shell can prove it; the router refuses all but the kiosk's own page. */
export interface Sender {
  /** True only for the top frame of the kiosk window's own page. */
  readonly isKioskPage: boolean
}

/** Answers a raw, still unchecked command. Never throws. */
export type CommandHandler = (raw: unknown, sender: Sender) => Promise<unknown>

export interface KioskOptions {
  readonly handler: CommandHandler
  /** BCP 47 tag of the window's own language. */
  readonly locale: string
  /** The kiosk window was closed from outside (a window manager, a crash that cannot be mended). */
  readonly onClosed: () => void
  /**
   * Called once the window is starting and main is idle: the time to load slow modules. Once, before `openKiosk`
   * resolves; perhaps never if it rejects.
   */
  readonly onStarted?: () => void
  /** The window did not open in time, and is opened once more. */
  readonly onRetry?: () => void
}

/**
 * Interface to windows, with two implementations: `electron`, the product, and `browser`, main in Node with the
 * machine's Chromium. `conformance.ts` holds both to it.
 */
export interface Shell {
  readonly kind: 'electron' | 'browser'
  openKiosk(options: KioskOptions): Promise<KioskPage>
  /** The part of the screen that the kiosk fills. Throws before the kiosk window was opened. */
  screenSize(): ScreenSize
  /** Opens the form view; there is at most one, opening another closes the one before. */
  openForm(options: FormViewOptions): Promise<Result<FormView, OpenFormError>>
  // It has a process and a profile of its own that end with it.
  /**
   * Draws a document of Foyer's own (HTML, paper and margins in CSS) as a PDF, unseen. It runs no script and reaches no
   * network.
   */
  drawPdf(html: string): Promise<DrawnPdf>
  /** Closes every window and deletes every throw-away profile. */
  close(): Promise<void>
}
