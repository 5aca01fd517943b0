import type { Theme } from './display.ts'
import type { FocusedField } from './focused-field.ts'
import type { FormEntry, Way } from './form-entry.ts'
import type { KeyInput } from './key-input.ts'
import type { View } from './ipc.ts'
import type { FormNote } from './form-notes.ts'

export interface KioskPage {
  show(view: View): void
  renew(): Promise<void>
}

/**
 * Sign from a form view for the visit. After all but a `FormNote` the patient's packet may be complete. Of the top
 * frame: another document (`document`), another address of the same one (`address`), a move to a forbidden place
 * (`leaving`), the page's wish to be closed (`closing`). Of any frame: an accepted request with content, to a new
 * place (`sent`) or to an earlier one (`sentAgain`).
 */
export type FormSign =
  | 'document'
  | 'address'
  | 'leaving'
  | 'closing'
  | 'sent'
  | 'sentAgain'
  | FormNote

export interface Insets {
  readonly top: number
  readonly bottom: number
}

/** The service's page for the patient: its own process, its own throw-away profile, no bridge. */
export interface FormView {
  setVisible(visible: boolean): Promise<void>
  setInsets(insets: Insets): Promise<void>
  /** Scales the page by `factor`, 1 for its own size, laid out in the remaining width; settles when it has it. */
  setZoom(factor: number): Promise<void>
  /** Tells the page which colours the patient wants, as a system would; settles when it knows. */
  setTheme(theme: Theme): Promise<void>
  /** Tells the page which language (BCP 47) the patient wants; none is loaded anew. Settles when it knows. */
  setLanguage(locale: string): Promise<void>
  /** Tells the page if Foyer's keys are shown: then the patient's field scrolls into sight and alone takes keys. */
  showKeys(shown: boolean): Promise<void>
  /** Types into the field of `token`; not if another has the focus, no keys are shown, or keys come inhumanly fast. */
  press(token: string, key: KeyInput): void
  closePaper(): void
  /** Gives the machine's keyboard to the form, while it is seen. Settles also where nothing in it takes the focus. */
  enter(at: FormEntry): Promise<void>
  /** Ends the process and deletes the profile; resolves when both are gone. May be called twice. */
  close(): Promise<void>
}

export interface PageDialog {
  readonly kind: 'alert' | 'confirm' | 'prompt' | 'leave'
  /** Plain text of bounded length, without invisible characters. */
  readonly text: string
  readonly typed: string
}

/** `picture`: a field for files that takes pictures asks for one; the answer is a JPEG in base64. */
export type PageRequest = PageDialog | { readonly kind: 'picture' }

/** A patient's answer: the text of a `prompt`, a picture, an empty text for yes elsewhere; null for no. */
export type DialogAnswer = string | null

export interface FormReports {
  readonly onActivity: () => void
  /** Something happened in the open form that may be its end, or a file was asked for; the first document is none. */
  readonly onSign: (sign: FormSign) => void
  /** Asks the patient for the page, in any of its frames, which waits. Never rejects. */
  readonly onDialog: (dialog: PageDialog) => Promise<DialogAnswer>
  /** Asks for a touched picture field's picture: a JPEG in base64, or null. Never rejects. */
  readonly onPicture: () => Promise<DialogAnswer>
  // A paper is a page that the form opened in a new window by a link or a script: a privacy policy, a consent text.
  /** Reports if a paper lies over the form; it is hidden, shown and closed with the form. At most one exists. */
  readonly onPaper: (open: boolean) => void
  /** The field chosen by touch or Foyer's Tab key, even the same again; undefined: focus lost. Scripts do not count. */
  readonly onField: (field: FocusedField | undefined) => void
  readonly onRealKey: () => void
  /** A real keyboard left the form: `forward` by Tab past its end or F6, `backward` with Shift. */
  readonly onLeave: (way: Way) => void
  /** Ten seconds after a document came, there is nothing in it to read or to use. At most once a view. */
  readonly onUseless: () => void
  /** The view is gone without `close` having been called (crash, kill, closed by hand). */
  readonly onGone: () => void
}

/** Answers a dialog that nobody sees with no, as a browser without dialogs does; but leaving a page is allowed. */
export const unseenAnswer = ({ kind }: PageRequest): DialogAnswer => (kind === 'leave' ? '' : null)

/** `notConfirmed`: the address; `notAllowed`: Foyer's policy forbids it, or a redirect; `notLoaded`: the page. */
export type OpenFormError =
  | { readonly kind: 'notConfirmed'; readonly reason: string }
  | { readonly kind: 'notAllowed'; readonly reason: string; readonly origin?: string }
  | { readonly kind: 'notLoaded'; readonly reason: string; readonly status?: number }

/** Reason that a form page may be of no use to a patient; once each. */
export interface PageFault {
  /** `failed`: something of a listed origin did not come; `hangs`: it has not come for long; `blank`: nothing is there to read or to use. */
  readonly reason: 'failed' | 'hangs' | 'blank'
  readonly origin: string
  readonly kind: 'script' | 'style' | 'fetch' | 'document'
  /** HTTP status: 500 or more of a call, 400 or more of a script or a style. */
  readonly status?: number
  readonly detail?: string
}

export type RefusedKind =
  | 'document'
  | 'frame'
  | 'script'
  | 'style'
  | 'image'
  | 'font'
  | 'fetch'
  | 'socket'
  /** A page had the browser connect there ahead of a request, or in a way that its protocol hides. */
  | 'connection'
  /** The browser's own doing, not the page's. */
  | 'browser'
  | 'dialog'
  | 'popup'
  /** A form and its paper would speak as Foyer cannot have them. */
  | 'opener'
  | 'download'
  | 'pdf'
  | 'permission'
  | 'navigation'
  | 'worker'

/** Something that a form page tried and that the shell did not let happen; for the log, without parameters. */
export interface Refused {
  readonly what: 'navigation' | 'request' | 'popup' | 'download' | 'permission' | 'dialog'
  /** Never a full address. */
  readonly target: string
  readonly kind?: RefusedKind
  readonly from?: string
}
