import * as z from 'zod/mini'
import { id, sameId, type Id } from '../../contract/values.ts'
import { todayRow, type TodayList, type TodayRow } from '../../shared/desk/today.ts'
import { dateIn } from '../../shared/time-zone.ts'
import { readKept } from '../base/parse-json.ts'
import type { WallClock } from '../base/clock.ts'
import { everyNight } from '../base/timers.ts'
import type { KnowledgeRows } from '../vault/store/rows.ts'

/** ms until an unchanged list is kept again. */
const sameMs = 60_000
const name = 'day at the desk'

/** Before a session names its appointments. */
export interface ReadDay extends Pick<TodayList, 'readAt'> {
  readonly rows: readonly (Omit<TodayRow, 'appointment'> & { readonly id: Id })[]
}
const keptDay = z.strictObject({
  locationId: id,
  timeZone: z.optional(z.string()),
  rows: z.array(z.strictObject({ ...z.omit(todayRow, { appointment: true }).shape, id })),
})

/** Keeps the day's last list in the vault until the night, for outages and a desk that starts in one. */
export function createKeptDay(
  stored: Pick<KnowledgeRows, 'read' | 'keep' | 'remove'>,
  clock: WallClock,
) {
  let last: { readonly text: string; readonly at: number } | undefined
  function read() {
    const row = stored.read(name)
    const kept = readKept(keptDay, row?.value ?? '')
    if (!row || !kept) return undefined
    const { timeZone } = kept
    const isToday = dateIn(timeZone, row.at) === dateIn(timeZone, clock.wallTime())
    return isToday ? { ...kept, readAt: row.at } : undefined
  }
  function forget() {
    last = undefined
    stored.remove(name)
  }
  const close = everyNight(clock, forget)
  // The desk was off at midnight.
  if (stored.read(name) && !read()) forget()
  return {
    keep({ rows, readAt }: ReadDay, locationId: Id, timeZone: string | undefined): void {
      const text = JSON.stringify({ locationId, timeZone, rows })
      if (text === last?.text && readAt - last.at < sameMs) return
      stored.keep(name, readAt, text)
      last = { text, at: readAt }
    },
    /** A location's list of today; undefined for none. */
    read(locationId: Id): ReadDay | undefined {
      const kept = read()
      return kept && sameId(kept.locationId, locationId) ? kept : undefined
    },
    close,
  }
}
export type KeptDay = ReturnType<typeof createKeptDay>
