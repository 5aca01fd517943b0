import type { OutboxBook } from './book.ts'
import { isComplete } from './row.ts'

const hourMs = 60 * 60_000
const dayHours = 24
/** Of each day that a delivered intake is kept, Foyer must have run at least so many hours: a clock that jumps ends nothing. */
const leastHoursADay = 4

/**
 * Destroys what was delivered whole, or taken over, so many days ago. What still has to be asked or looked at stays.
 * `now`: ms since 1970, and ms that Foyer has run on this kiosk.
 */
export function letGo(
  book: OutboxBook,
  keepDays: number,
  now: { readonly at: number; readonly measured: number },
): void {
  for (const row of book.all()) {
    const { state } = row
    if (!isComplete(row) || !('at' in state)) continue
    const ran = now.measured - state.measured
    const isOld = now.at - state.at >= keepDays * dayHours * hourMs
    const isLongRun = ran >= keepDays * dayHours * hourMs
    if (isLongRun || (isOld && ran >= keepDays * leastHoursADay * hourMs)) book.remove(row.id)
  }
}
