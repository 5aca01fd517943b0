import type { QueryClient } from '@tanstack/svelte-query'
import type { Reference } from '../../../shared/desk/references.ts'
import type { TodayList } from '../../../shared/desk/today.ts'

/** Shows at once in the list of the day that a patient has arrived, as main just said; the list itself is read anew after. */
export function showArrived(cache: QueryClient, appointment: Reference): void {
  cache.setQueryData<TodayList>(
    ['today'],
    (list) =>
      list && {
        ...list,
        rows: list.rows.map((row) =>
          row.appointment === appointment ? { ...row, state: 'arrived' } : row,
        ),
      },
  )
}
