import type { FocusedField } from '../../shared/focused-field.ts'
import type { Way } from '../../shared/form-entry.ts'
import type {
  DialogAnswer,
  FormSign,
  Insets,
  PageDialog,
  PageFault,
  Refused,
} from '../../shared/windows.ts'

/** Options for opening a form view. */
export interface FormViewOptions {
  /** The completion URL. Lives in main and in the form view only. */
  readonly url: string
  /** Origins (scheme, host, port) that the page may reach besides that of `url`; the clinic's list. */
  readonly allowedOrigins: readonly string[]
  /** BCP 47 tag for the page's `Accept-Language`. */
  readonly locale: string
  /** Space that stays free for Foyer's own bar. */
  readonly insets: Insets
  /** True if pages that the form opens in a new window are shown over it, as papers. */
  readonly papers?: boolean
  /** Opens it unseen; `setVisible(true)` shows it. */
  readonly hidden?: boolean
  readonly onRefused?: (refused: Refused) => void
  /** Something of a listed origin did not come, or the page shows nothing; once each. */
  readonly onFault?: (fault: PageFault) => void
  /** Ten seconds after a document came, there is nothing in it to read or to use. At most once a view. */
  readonly onUseless?: () => void
  /** The patient touched or typed in the form; at most once a second. */
  readonly onActivity?: () => void
  /** Something happened in the open form that may be its end, or a file was asked for; the first document is none. */
  readonly onSign?: (sign: FormSign) => void
  /** Asks the patient for the page, in any of its frames, which waits. Without it the page gets a no, at once. */
  readonly onDialog?: (dialog: PageDialog) => Promise<DialogAnswer>
  /**
   * Asks for a touched picture field's picture: a JPEG in base64, or null. Without it, and for other file fields, no
   * file is chosen.
   */
  readonly onPicture?: () => Promise<DialogAnswer>
  // A paper is a page that the form opened in a new window by a link or a script: a privacy policy, a consent text.
  /** Reports if a paper lies over the form; it is hidden, shown and closed with the form. At most one exists. */
  readonly onPaper?: (open: boolean) => void
  /**
   * Reports the field chosen by the patient's touch or Foyer's Tab key, even the same again; undefined: focus lost.
   * Ignores focus moved by scripts.
   */
  readonly onField?: (field: FocusedField | undefined) => void
  /** A key of a real keyboard came to the form while Foyer's keys were shown. */
  readonly onRealKey?: () => void
  // `forward`: by Tab past its end or by F6; `backward`: the same with Shift. The kiosk's page then has the keyboard,
  // until `enter` or a touch of the form.
  /** Reports that a person left the form by a real keyboard; without it keys stay in the form. */
  readonly onLeave?: (way: Way) => void
  /** The view is gone without `close` having been called (crash, kill, closed by hand). */
  readonly onGone?: () => void
}

/** The reason of `notLoaded` where the page answered, with its `status`. */
export const answeredWithError = 'answered with an error'

/** The reason of `notAllowed` where the page led on to an `origin` that is not listed. */
export const ledAway = 'led to an origin that is not listed in formView.allowedOrigins'

/** ms between two reports that the patient is active. */
export const activityEveryMs = 1_000
