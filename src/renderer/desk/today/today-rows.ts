import type { TodayRow } from '../../../shared/desk/today.ts'
import type { FollowedQuery } from '../kit/use-desk.svelte.ts'
import { folded } from '../../../shared/folded.ts'

export const todayParts = ['late', 'here', 'formsMissing', 'needsHelp'] as const
type TodayPart = (typeof todayParts)[number]

/** Filter of the list that shows all; an empty text filters nothing. */
export const noFilter = { part: 'all' as TodayPart | 'all', search: '', practitioner: '', type: '' }

/** ms until the list is read again: for each of its rows and at least; while nobody uses the desk, and after a failure. */
const readMs = { each: 20, least: 1_200, atRest: 20_000 } as const

/** Returns ms to the next read: in use soon enough to see another desk's change in two seconds; the audit keeps each. */
export const nextReadMs = (
  { state: { data, error } }: Pick<FollowedQuery<'today'>, 'state'>,
  isUsed: boolean,
): number =>
  error || data?.isKept || !isUsed
    ? readMs.atRest
    : Math.max(readMs.least, readMs.each * (data?.rows.length ?? 0))

const minuteMs = 60_000
const missedAfterMs = 2 * 60 * minuteMs

/** Returns the rows that fit a filter at `now`; each of several words must begin some part of the patient's name. */
export function fitting(
  rows: readonly TodayRow[],
  { part, search, practitioner, type }: Readonly<typeof noFilter>,
  now: number,
): readonly TodayRow[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    if (part !== 'all' && !isOf(part, row, now)) return false
    if (practitioner && row.practitioner !== practitioner) return false
    if (type && row.type !== type) return false
    const parts = folded(row.patient ?? '').split(/[\s-]+/)
    return words.every((word) => parts.some((each) => each.startsWith(word)))
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

/** Checks if a patient who was expected has not arrived for so long that the desk waits no more. */
export const isMissed = ({ state, startsAt }: TodayRow, now: number): boolean =>
  state === 'expected' && now - startsAt >= missedAfterMs

/** Checks if nothing is left to be done at the desk for an appointment at `now`. */
export const isOver = (row: TodayRow, now: number): boolean =>
  row.state === 'completed' || row.state === 'cancelled' || isMissed(row, now)

/** Checks if a patient is in the house. */
export const isHere = ({ state }: TodayRow): boolean =>
  ['arrived', 'inForms', 'formsDone', 'needsHelp'].includes(state)

/** Checks if a patient has forms left to fill in. */
export const lacksForms = ({ forms }: TodayRow): boolean =>
  forms !== null && forms.open + forms.started > 0

/** Checks if a row belongs to a part of the list at `now`. */
export function isOf(part: TodayPart, row: TodayRow, now: number): boolean {
  if (isOver(row, now)) return false
  if (part === 'late') return minutesLate(row, now) > 0
  if (part === 'here') return isHere(row)
  return part === 'formsMissing' ? lacksForms(row) : row.state === 'needsHelp'
}

/** Finds the row at which the desk begins at `now`: the first who is due, else the first that is still to come. */
export function firstDue(rows: readonly TodayRow[], now: number): TodayRow | undefined {
  const open = rows.filter((row) => !isOver(row, now))
  const due = open.find(({ state, isTelehealth }) => state === 'expected' && !isTelehealth)
  return due ?? open.find(({ startsAt }) => startsAt > now)
}

/** Returns the next step for a row; undefined for none. */
export function stepOf(row: TodayRow): 'arrive' | 'forms' | 'help' | undefined {
  const { state, isTelehealth } = row
  if (state === 'needsHelp') return 'help'
  if (state === 'expected') return isTelehealth ? undefined : 'arrive'
  return isHere(row) && lacksForms(row) ? 'forms' : undefined
}
