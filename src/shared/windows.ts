import type { View } from './ipc.ts'

/** The kiosk's own page: the visits, the staff session and the shells know it by this. */
export interface KioskPage {
  /** Hands the view to the page; the page always gets the newest, also after it was made anew. */
  show(view: View): void
  /** Destroys the page with all it holds and makes it anew; resolves when it can show a view again. */
  renew(): Promise<void>
}

/** The service's page for the patient: its own process, its own throw-away profile, no bridge. */
export interface FormView {
  /** Hides the form while something of ours must be seen in full, and shows it again; settles when the window has. */
  setVisible(visible: boolean): Promise<void>
  /** Ends the process and deletes the profile; resolves when both are gone. May be called twice. */
  close(): Promise<void>
}

/**
 * Why a form view could not be opened: nobody confirmed that the clinic's forms stand at its address, our own policy
 * forbids it, or the page did not load.
 */
export type OpenFormError =
  | { readonly kind: 'notConfirmed' | 'notAllowed'; readonly reason: string }
  | {
      readonly kind: 'notLoaded'
      /** Technical words. */
      readonly reason: string
      /** The HTTP status of the page's answer, where there was one and it is why. */
      readonly status?: number
    }

/** Something that a form page tried and that the shell did not let happen; for the log, without parameters. */
export interface Refused {
  readonly what: 'navigation' | 'request' | 'popup' | 'download' | 'permission' | 'dialog'
  /** Origin, permission or kind that was asked for; never a full address. */
  readonly target: string
}
