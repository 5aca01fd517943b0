import type { View } from '../../shared/ipc.ts'

/** Where a command came from, as the shell can prove it; the router refuses all but the kiosk's own page. */
export interface Sender {
  /** True only for the top frame of the kiosk window's own page. */
  readonly isKioskPage: boolean
}

/** Answers a raw, still unchecked command. Never throws. */
export type CommandHandler = (raw: unknown, sender: Sender) => Promise<unknown>

/** Something that a form page tried and that the shell did not let happen; for the log, without parameters. */
export interface Refused {
  readonly what: 'navigation' | 'request' | 'popup' | 'download' | 'permission' | 'dialog'
  /** Origin, permission or kind that was asked for; never a full address. */
  readonly target: string
}

/** How a form view is opened. */
export interface FormViewOptions {
  /** The completion URL. Lives in main and in the form view only. */
  readonly url: string
  /** Origins (scheme, host, port) that the page may reach besides that of `url`; the clinic's list. */
  readonly allowedOrigins: readonly string[]
  /** BCP 47 tag for the page's `Accept-Language`. */
  readonly locale: string
  /** Height in CSS px that stays free at the top for Foyer's own bar. */
  readonly barHeight: number
  /** Opens it unseen; `setVisible(true)` shows it. */
  readonly hidden?: boolean
  readonly onRefused?: (refused: Refused) => void
  /** The patient touched or typed in the form; at most once a second. */
  readonly onActivity?: () => void
  /** The view is gone without `close` having been called (crash, kill, closed by hand). */
  readonly onGone?: () => void
}

/** The service's page for the patient: its own process, its own throw-away profile, no bridge. */
export interface FormView {
  /** Hides the form while something of ours must be seen in full, and shows it again. */
  setVisible(visible: boolean): Promise<void>
  /** Ends the process and deletes the profile; resolves when both are gone. May be called twice. */
  close(): Promise<void>
}

/** Why a form view could not be opened. */
export type OpenFormError = { readonly kind: 'notAllowed' | 'notLoaded'; readonly reason: string }

/** The kiosk's own window. */
export interface KioskWindow {
  /** Hands the view to the page; the page always gets the newest, also after it was made anew. */
  show(view: View): void
  /** Destroys the page with all it holds and makes it anew; resolves when it can show a view again. */
  renew(): Promise<void>
}

/** Options of the kiosk window. */
export interface KioskOptions {
  readonly handler: CommandHandler
  /** BCP 47 tag of the window's own language. */
  readonly locale: string
  /** The kiosk window was closed from outside (a window manager, a crash that cannot be mended). */
  readonly onClosed: () => void
}

/**
 * All that Foyer knows about windows. Two implementations: `electron`, the product, and `browser`,
 * the same main process in Node with the machine's own Chromium. `conformance.ts` holds both to it.
 */
export interface Shell {
  readonly kind: 'electron' | 'browser'
  openKiosk(options: KioskOptions): Promise<KioskWindow>
  /** Opens the form view; there is at most one, opening another closes the one before. */
  openForm(
    options: FormViewOptions,
  ): Promise<
    | { readonly ok: true; readonly value: FormView }
    | { readonly ok: false; readonly error: OpenFormError }
  >
  /** Closes every window and deletes every throw-away profile. */
  close(): Promise<void>
}
