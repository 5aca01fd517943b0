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
  /** The keyboard stays with the kiosk's page, whatever the form's page does. */
  isLeft: boolean
}

export interface FormPage {
  readonly protocol: ProtocolSession
  watchTargets(hooks: TargetHooks): Promise<void>
  /** Resolves with the HTTP status of a document, drawn or not; the error is Chromium's name or has no address. */
  load(url: string): Promise<Result<number, string>>
  scale(factor: number): Promise<void>
  onGone(listener: () => void): void
  /** Ends it, also where it does not answer. */
  end(): Promise<void>
}

export interface FormEvents {
  readonly policy: OriginPolicy
  readonly proxy: string
  readonly options: FormViewOptions
  readonly state: Readonly<FormState>
  readonly refuse: Refuse
  readonly onStopped: (url: string, isTop: boolean) => void
  readonly onActivity: () => void
  readonly onTouched: () => void
  readonly onPaneKey: (way: Way) => void
  /** Called after invisible windows came up or went, which may have taken the keyboard. */
  readonly onDisturbed: () => void
}

export interface FormDriver {
  readonly page: FormPage
  /** User agent of its pages; empty for the engine's own name. */
  readonly userAgent: string
  /** Stops documents that are not allowed and adds the confining headers to others; else the session does. */
  readonly confinesDocuments: boolean
  /** Heeds the quota of an origin; else what each keeps is measured. */
  readonly limitsStorage: boolean
  readonly paintsUnseen: boolean
  readonly keepsDrags: boolean
  /** True if the kiosk's page can have the machine's keyboard while the form is visible. */
  readonly canLeave: boolean
  makePage(): Promise<FormPage>
  /** Draws a PDF by Foyer's own page of another origin; `guard` prepares that before its first script. */
  openPdf(pdf: Pdf, guard: (session: ProtocolSession) => Promise<void>): Promise<FormPage>
  arrange(front: FormPage, raises: boolean): Promise<void>
  giveKeyboard(front: FormPage): Promise<void>
  restack(front: FormPage): Promise<void>
  /** Bytes. */
  memory(): Promise<number> | number
  end(): Promise<void>
}

/** Opens a shell's driver of one form. Rejects, with nothing left, if it cannot. */
export type OpenDriver = (events: FormEvents) => Promise<FormDriver>
