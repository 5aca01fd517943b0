import type { ScreenSize } from '../../shared/form-insets.ts'
import type { Result } from '../../shared/result.ts'
import type { FormView, KioskPage, OpenFormError } from '../../shared/windows.ts'
import type { FormViewOptions } from '../form-view/form-options.ts'
import type { DrawnPdf } from './printing.ts'

/** Origin of a command, as the shell can prove it; the router refuses all but the kiosk's own page. */
export interface Sender {
  readonly isKioskPage: boolean
}

export type CommandHandler = (raw: unknown, sender: Sender) => Promise<unknown>

export interface KioskOptions {
  readonly handler: CommandHandler
  readonly locale: string
  /** It was closed from outside (a window manager, a crash that cannot be mended). */
  readonly onClosed: () => void
  /** Main is idle while the window starts: the time to load slow modules. Once, before `openKiosk` resolves. */
  readonly onStarted?: () => void
  readonly onRetry?: () => void
}

/** Windows, as `electron` (the product) and `browser` (main in Node with the machine's Chromium) make them. */
export interface Shell {
  readonly kind: 'electron' | 'browser'
  openKiosk(options: KioskOptions): Promise<KioskPage>
  screenSize(): ScreenSize
  /** Opens the form view; there is at most one, opening another closes the one before. */
  openForm(options: FormViewOptions): Promise<Result<FormView, OpenFormError>>
  /** Draws a document (HTML, paper in CSS) as a PDF, in a process of its own. It runs no script and has no network. */
  drawPdf(html: string): Promise<DrawnPdf>
  close(): Promise<void>
}
