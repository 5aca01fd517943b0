import type { Way } from '../../shared/form-entry.ts'
import type { FocusedField } from '../../shared/focused-field.ts'
import type { Locale } from '../../shared/ipc.ts'
import type { Result } from '../../shared/result.ts'
import type {
  DialogAnswer,
  FormSign,
  FormView,
  OpenFormError,
  PageDialog,
} from '../../shared/windows.ts'

const requestTimeout = 408
const tooManyRequests = 429

/** Whether the page answered that it is not there, so that opening it again cannot help: a 4xx but those that pass. */
export function isNotThere(failure: OpenFormError): boolean {
  const status = failure.kind === 'notLoaded' ? (failure.status ?? 0) : 0
  return status >= 400 && status < 500 && status !== requestTimeout && status !== tooManyRequests
}

/** What the visit hears of an open form. */
export interface FormEvents {
  readonly locale: Locale
  /** Of the visit, for the log. */
  readonly helpNumber: string
  /** The patient touched or typed in the form. */
  readonly onActivity: () => void
  /** Something happened in the form after which the packet may be complete. */
  readonly onSign: (sign: FormSign) => void
  /** The view is gone though nobody closed it. */
  readonly onGone: () => void
  /** The form's page asks something and waits for the answer; never rejects. */
  readonly onDialog: (dialog: PageDialog) => Promise<DialogAnswer>
  /** A field for files of the form's page takes a picture; null where the patient gives none. Never rejects. */
  readonly onPicture: () => Promise<DialogAnswer>
  /** A paper that the form's page opened lies over it now, or no longer does. */
  readonly onPaper: (open: boolean) => void
  /** The patient chose a field of the form; undefined: it lost the focus. */
  readonly onField: (field: FocusedField | undefined) => void
  /** A key of a real keyboard came to the form while Foyer's keys were shown. */
  readonly onRealKey: () => void
  /** Somebody left the form by a real keyboard, which the kiosk's page has now. */
  readonly onLeave: (way: Way) => void
  /** The page shows nothing to read or to use, and will not by itself. Called at most once a view. */
  readonly onUseless: () => void
  /** Of a capture without the network: the patient is done, and all of it is kept durably. */
  readonly onFinished: () => void
}

/**
 * Where the visit opens the service's page for the patient, unseen until it is shown: by then the visit may be over,
 * or staff may be at the kiosk. There is at most one at a time.
 */
export interface FormsPort {
  open(url: string, events: FormEvents): Promise<Result<FormView, OpenFormError>>
}

/** A `FormsPort` that knows what it opened, so that a wipe can wait until all of it is gone. */
export interface TrackedForms extends FormsPort {
  /** Closes every view, also one that is just opening; resolves when all are gone. */
  closeAll(): Promise<void>
}

/** Remembers what is opened through `forms`. */
export function trackForms(forms: FormsPort): TrackedForms {
  const opened = new Set<ReturnType<FormsPort['open']>>()
  return {
    open(url, events) {
      const opening = forms.open(url, events)
      opened.add(opening)
      return opening
    },
    async closeAll() {
      for (const opening of opened) {
        const result = await opening.catch(() => undefined)
        if (result?.ok) await result.value.close()
        opened.delete(opening)
      }
    },
  }
}
