import { m } from '../../../i18n/paraglide/messages.js'
import type { Reference } from '../../../shared/desk/references.ts'
import type { TodayList } from '../../../shared/desk/today.ts'
import type { Desk } from '../desk.svelte.ts'
import type { Navigation } from '../kit/navigation.svelte.ts'

/** Shows at once in the list of the day that a patient has arrived; the list itself is read anew after. */
export function showArrived(desk: Desk, appointment: Reference): void {
  desk.cache.setQueryData<TodayList>(
    desk.query('today', {}).queryKey,
    (list) =>
      list && {
        ...list,
        rows: list.rows.map((row) =>
          row.appointment === appointment ? { ...row, state: 'arrived' } : row,
        ),
      },
  )
}

/** Lets an arrival that was marked by mistake be taken back by one key; later that takes a reason. `then`: it was tried. */
export function offerUndoOfArrival(
  desk: Desk,
  { offerUndo }: Navigation,
  { appointment, name }: { readonly appointment: Reference; readonly name: string | null },
  then: () => unknown,
): void {
  const back = () => desk.command('undoArrival', { appointment }, m.desk_undo_at_once())
  offerUndo(m.desk_undo_arrived({ name: name ?? m.desk_patients_no_name() }), back, then)
}
