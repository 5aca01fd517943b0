import type { VisitContext, VisitEvent } from './visit-types.ts'
import { visit } from './visit-setup.ts'

/** ms that the bar beneath the form says what to do with a file. */
export const noteMs = 20_000

const id = 'note'

/** The bar says nothing. */
export const forgetNote = [visit.assign({ note: null }), visit.cancel(id)] as const

const noteOf = (event: VisitEvent) =>
  event.type === 'form.sign' && (event.sign === 'files' || event.sign === 'handout')
    ? event.sign
    : null

/** The bar says what to do with a file that the form asked for, or had to give. */
export const tellOfFiles = [
  visit.assign({ note: ({ event }) => noteOf(event) }),
  visit.cancel(id),
  visit.raise({ type: 'note.over' }, { id, delay: noteMs }),
] as const

/** Whether the form asked for a file, or had something to give. */
export const asksForFiles = ({ event }: { readonly event: VisitEvent }): boolean =>
  noteOf(event) !== null

/** A touch outside the form: one in it may be the very one that asked for the file. */
const touchesBar = ({ context, event }: { context: VisitContext; event: VisitEvent }) =>
  context.note !== null && event.type === 'activity' && !('inForm' in event)

/** What ends the words in the bar: a touch there, and time. */
export const endNote = visit.createStateConfig({
  on: {
    activity: { guard: touchesBar, actions: forgetNote },
    'note.over': { actions: forgetNote },
  },
})
