import type { TodayRow } from '../../../shared/desk/today.ts'
import { folded } from '../kit/words.ts'

/** Filter of the list; an empty text filters nothing. */
export interface TodayFilter {
  readonly search: string
  readonly practitioner: string
  readonly type: string
}

export const noFilter: TodayFilter = { search: '', practitioner: '', type: '' }

const minuteMs = 60_000

/** Returns the rows that fit a filter; each of several words must begin some part of the patient's name. */
export function fitting(rows: readonly TodayRow[], filter: TodayFilter): readonly TodayRow[] {
  const words = folded(filter.search).split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    if (filter.practitioner && row.practitioner !== filter.practitioner) return false
    if (filter.type && row.type !== filter.type) return false
    const parts = folded(row.patient ?? '').split(/[\s-]+/)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
}

/** Lists the values of a column, each once, in order of the alphabet. */
export function choicesOf(
  rows: readonly TodayRow[],
  column: 'practitioner' | 'type',
): readonly string[] {
  return [...new Set(rows.flatMap((row) => row[column] ?? []))].sort((a, b) => a.localeCompare(b))
}

/** Counts whole minutes that a patient is late at `now` (ms since 1970); 0 if on time, arrived, or by video. */
export function minutesLate({ state, startsAt, isTelehealth }: TodayRow, now: number): number {
  if (state !== 'expected' || isTelehealth) return 0
  return Math.max(0, Math.floor((now - startsAt) / minuteMs))
}

/** Checks if a patient is in the house. */
export function isHere({ state }: TodayRow): boolean {
  return (
    state === 'arrived' || state === 'inForms' || state === 'formsDone' || state === 'needsHelp'
  )
}
