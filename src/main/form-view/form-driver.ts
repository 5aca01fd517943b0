import type { Result } from '../../shared/result.ts'
import type { Way } from '../../shared/form-entry.ts'
import type { Insets, Refused, RefusedKind } from '../../shared/windows.ts'
import type { OriginPolicy } from './policy.ts'
import type { FormViewOptions } from './form-options.ts'
import type { Pdf } from './pdf.ts'
import type { ProtocolSession, TargetHooks } from './protocol.ts'

export type Refuse = (
  what: Refused['what'],
  target: string,
  kind?: RefusedKind,
  from?: string,
) => void

export interface FormState {
  visible: boolean
  insets: Insets
  /** 1 for the page's own size. */
  zoom: number
  keysShown: boolean
  /**
   * True while the form is left by the keyboard: the keyboard stays with the kiosk's page, whatever the form's page
   * does.
   */
  isLeft: boolean
}

/** One page of a form: its own, or a paper over it. */
export interface FormPage {
  readonly protocol: ProtocolSession
  watchTargets(hooks: TargetHooks): Promise<void>
  /**
   * Resolves with the HTTP status once a document is there, drawn or not. The error is Chromium's name (`net::ERR_…`)
   * or other words without an address.
   */
  load(url: string): Promise<Result<number, string>>
  clearHistory(): Promise<void>
  /** Scales the page in place; 1 for its own size. */
  scale(factor: number): Promise<void>
  /** Calls once it ended by itself. */
  onGone(listener: () => void): void
  /** Ends it, also where it does not answer. */
  end(): Promise<void>
}

export interface FormEvents {
  readonly policy: OriginPolicy
  /** Address of the form's own proxy. */
  readonly proxy: string
  readonly options: FormViewOptions
  readonly state: Readonly<FormState>
  readonly refuse: Refuse
  /** A document that is not allowed was stopped before it was asked for. */
  readonly onStopped: (url: string, isTop: boolean) => void
  /** A finger, a key or a wheel. */
  readonly onActivity: () => void
  /** A finger or a button of the mouse was on one of the form's pages. */
  readonly onTouched: () => void
  /** Called after F6 was pressed outside any page. */
  readonly onPaneKey: (way: Way) => void
  /** Called after invisible windows came up or went, which may have taken the keyboard. */
  readonly onDisturbed: () => void
}

/** Functions that a shell provides natively for one form; all others use the DevTools protocol of its pages. */
export interface FormDriver {
  /** The form's own page, guarded by the shell's own means and still empty. */
  readonly page: FormPage
  /** User agent of its pages; empty for the engine's own name. */
  readonly userAgent: string
  /** Stops documents that are not allowed and adds the confining headers to others; else the session does. */
  readonly confinesDocuments: boolean
  /** Heeds the quota of an origin; else what each keeps is measured. */
  readonly limitsStorage: boolean
  /** True if it draws pages that are not visible yet. */
  readonly paintsUnseen: boolean
  /** Lets the mouse drag within a page. */
  readonly keepsDrags: boolean
  /** True if the kiosk's page can have the machine's keyboard while the form is visible. */
  readonly canLeave: boolean
  /** Makes an empty page for a paper. */
  makePage(): Promise<FormPage>
  /** Draws a PDF by Foyer's own page of another origin; `guard` prepares that before its first script. */
  openPdf(pdf: Pdf, guard: (session: ProtocolSession) => Promise<void>): Promise<FormPage>
  /** Shows `front`, the form or the paper over it, in its place, and hides every other page. */
  arrange(front: FormPage, raises: boolean): Promise<void>
  /** Gives the machine's keyboard to the window that the state names. */
  giveKeyboard(front: FormPage): Promise<void>
  /** Brings the form's window back above the kiosk's, and the keyboard to the window that the state names. */
  restack(front: FormPage): Promise<void>
  /** Bytes that all of the form holds now. */
  memory(): Promise<number> | number
  /** Ends every page with all that it kept. */
  end(): Promise<void>
}

/** Opens a shell's driver of one form. Rejects, with nothing left, if it cannot. */
export type OpenDriver = (events: FormEvents) => Promise<FormDriver>
