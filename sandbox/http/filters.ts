import { sameId } from '../../src/contract/values.ts'
import type { Id } from '../../src/contract/values.ts'
import { dateIn } from '../clock.ts'
import type { Location } from '../state/types.ts'

/** Whether a record's id is the one that a filter wants; a filter that was not given wants any. */
export function isOrAny(wanted: Id | undefined, id: number | null): boolean {
  return wanted === undefined || (id !== null && sameId(wanted, id))
}

/** Whether a text holds what a filter wants, whatever the case. */
export function holds(text: string | null, wanted: string | undefined): boolean {
  return !wanted || (text?.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()) ?? false)
}

/** Whether an ISO timestamp falls on one of the days that a filter names, in the location's time zone. */
export function isWithin(
  { timeZone }: Location,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  instant: string,
): boolean {
  const date = dateIn(timeZone, Date.parse(instant))
  return (from ?? date) <= date && date <= (to ?? date)
}
