import * as z from 'zod/mini'
import { id, sameId, type Id } from '../../contract/values.ts'
import { todayRow, type TodayList, type TodayRow } from '../../shared/desk/today.ts'
import { dateIn } from '../../shared/time-zone.ts'
import { parseJson } from '../base/parse-json.ts'
import type { WallClock } from '../base/clock.ts'
import { everyNight } from '../base/timers.ts'
import type { KnowledgeRows } from '../vault/store/rows.ts'

/** ms after which a list is kept again though nothing in it has changed. */
const sameMs = 60_000
const name = 'day at the desk'

/** The list of a day before a session names its appointments. */
export interface ReadDay extends Pick<TodayList, 'readAt'> {
  readonly rows: readonly (Omit<TodayRow, 'appointment'> & { readonly id: Id })[]
}
const keptDay = z.strictObject({
  locationId: id,
  timeZone: z.optional(z.string()),
  rows: z.array(z.strictObject({ ...z.omit(todayRow, { appointment: true }).shape, id })),
})

/** Keeps the last list of the day in the vault until the night, for outages and for a desk that starts in one. */
export function createKeptDay(
  stored: Pick<KnowledgeRows, 'read' | 'keep' | 'remove'>,
  clock: WallClock,
) {
  let last: { readonly text: string; readonly at: number } | undefined
  function read() {
    const row = stored.read(name)
    const kept = keptDay.safeParse(parseJson(row?.value ?? ''))
    if (!row || !kept.success) return undefined
    const { timeZone } = kept.data
    const isToday = dateIn(timeZone, row.at) === dateIn(timeZone, clock.wallTime())
    return isToday ? { ...kept.data, readAt: row.at } : undefined
  }
  function forget() {
    last = undefined
    stored.remove(name)
  }
  const close = everyNight(clock, forget)
  // The desk was off at midnight.
  if (stored.read(name) && !read()) forget()
  return {
    /** Keeps a location's list of the day that it is in `timeZone`. */
    keep({ rows, readAt }: ReadDay, locationId: Id, timeZone: string | undefined): void {
      const text = JSON.stringify({ locationId, timeZone, rows })
      if (text === last?.text && readAt - last.at < sameMs) return
      stored.keep(name, readAt, text)
      last = { text, at: readAt }
    },
    /** Reads a location's list of today; undefined for none. */
    read(locationId: Id): ReadDay | undefined {
      const kept = read()
      return kept && sameId(kept.locationId, locationId) ? kept : undefined
    },
    /** Forgets nothing more at night. */
    close,
  }
}
export type KeptDay = ReturnType<typeof createKeptDay>
