import type { FormEntry } from '../../../shared/form-entry.ts'
import type { FocusedField } from '../../../shared/focused-field.ts'
import type { KeyInput } from '../../../shared/key-input.ts'

/** The field of the form that the patient types into, and whether they put the keys away. */
export interface Typing {
  /** Null while none has the focus by the patient's choice. */
  readonly field: FocusedField | null
  readonly isHidden: boolean
}

/** Nobody types. */
export const noTyping: Typing = { field: null, isHidden: false }

/** Whether Foyer's keys are wanted beside the form. */
export const wantsKeys = ({ field, isHidden }: Typing): boolean => field !== null && !isHidden

/** What the form view is told of keys, Foyer's and those of a real keyboard. */
export type FormKeysEvent =
  | { readonly type: 'keys'; readonly shown: boolean }
  | { readonly type: 'press'; readonly token: string; readonly key: KeyInput }
  | { readonly type: 'enter'; readonly at: FormEntry }
