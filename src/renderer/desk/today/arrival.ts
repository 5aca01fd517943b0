import { m } from '../../../i18n/paraglide/messages.js'
import type { TodayList, TodayRow } from '../../../shared/desk/today.ts'
import type { Desk } from '../desk.svelte.ts'
import type { Navigation } from '../kit/navigation.svelte.ts'

/** Marks a patient as arrived, in the list of the day at once, tells so, and offers to take it back. Rejects with a `DeskError`. */
export async function markArrived(
  desk: Desk,
  navigation: Navigation,
  { appointment, patient }: Pick<TodayRow, 'appointment' | 'patient'>,
  tell: (words: string) => void,
): Promise<void> {
  const name = () => patient ?? m.desk_patients_no_name()
  const refresh = () => desk.refresh('today', 'appointments')
  tell('')
  try {
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
    navigation.offerUndo(
      () => m.desk_undo_arrived({ name: name() }),
      // Later that takes a reason.
      () => desk.command('undoArrival', { appointment }, m.desk_undo_at_once()),
      (isUndone) => {
        tell(isUndone ? m.desk_undone_now() : '')
        return refresh()
      },
    )
    tell(m.desk_arrived_now({ name: name() }))
  } finally {
    await refresh()
  }
}
