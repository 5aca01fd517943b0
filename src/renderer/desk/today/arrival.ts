import { m } from '../../../i18n/paraglide/messages.js'
import type { Reference } from '../../../shared/desk/references.ts'
import type { TodayList } from '../../../shared/desk/today.ts'
import type { Desk } from '../desk.svelte.ts'
import type { Navigation } from '../kit/navigation.svelte.ts'

/** Marks an appointment as arrived, shows it at once in the list of the day, and offers to take it back. Rejects with a `DeskError`. */
export async function markArrived(
  desk: Desk,
  navigation: Navigation,
  { appointment, name }: { readonly appointment: Reference; readonly name: string | null },
  then: (isUndone: boolean) => unknown,
): Promise<void> {
  await desk.command('markArrived', { appointment })
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
  // Later that takes a reason.
  navigation.offerUndo(
    () => m.desk_undo_arrived({ name: name ?? m.desk_patients_no_name() }),
    () => desk.command('undoArrival', { appointment }, m.desk_undo_at_once()),
    then,
  )
}
