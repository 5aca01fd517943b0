import { createMutation } from '@tanstack/svelte-query'
import type { CommandOutput } from '../../../shared/desk/operations.ts'
import type { PdfState } from '../../../shared/staff-intakes.ts'

type Saved = CommandOutput<'saveIntake'>

/** Has a kiosk save a PDF; called while a component is made. */
export const savePdf = (save: () => Promise<Saved>) => createMutation(() => ({ mutationFn: save }))

/** Converts it for staff's pages. */
export function pdfOf(saving: {
  readonly isPending: boolean
  readonly data: Saved | undefined
}): PdfState | null {
  if (saving.isPending) return { state: 'saving' }
  if (!saving.data) return null
  const { outcome, file } = saving.data
  return outcome === 'saved'
    ? { state: 'saved', file: file ?? '' }
    : { state: 'notSaved', why: outcome }
}
