import type { FormReports, Insets, PageFault, Refused } from '../../shared/windows.ts'

/** Options of a form view; without `onDialog` its page hears no at once, without `onLeave` keys stay in it. */
export interface FormViewOptions extends Partial<FormReports> {
  /** The completion URL. Lives in main and in the form view only. */
  readonly url: string
  /** Origins (scheme, host, port) that the page may reach besides that of `url`; the clinic's list. */
  readonly allowedOrigins: readonly string[]
  /** BCP 47 tag for the page's `Accept-Language`. */
  readonly locale: string
  readonly insets: Insets
  readonly papers?: boolean
  readonly hidden?: boolean
  readonly onRefused?: (refused: Refused) => void
  /** Something of a listed origin did not come, or the page shows nothing; once each. */
  readonly onFault?: (fault: PageFault) => void
}

/** The reason of `notLoaded` where the page answered, with its `status`. */
export const answeredWithError = 'answered with an error'

/** The reason of `notAllowed` where the page led on to an `origin` that is not listed. */
export const ledAway = 'led to an origin that is not listed in formView.allowedOrigins'

export const activityEveryMs = 1_000
