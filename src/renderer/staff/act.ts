import type { Words } from '../../i18n/reason-words.ts'

/** Something that staff can do on a page, with its consequence in words. */
export interface Act {
  readonly name: Words
  readonly note: Words
  /** Result, in place of the note once there is one. */
  readonly told?: string
  readonly danger?: boolean
  readonly act: () => void
}
