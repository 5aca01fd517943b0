import { contract } from '../../../contract/index.ts'
import { changedStateReader, visitReader } from '../../../contract/readers/arrival-readers.ts'
import type { Id } from '../../../contract/values.ts'
import type { AppointmentState } from '../../../shared/desk/appointments.ts'
import { isReachable, type ConnectionState } from '../../../shared/connection.ts'
import type { WallClock } from '../../base/clock.ts'
import type { ServiceError } from '../../intake/http/errors.ts'
import { paramsOf, type Site } from '../../intake/resources/site.ts'
import { siteOf, type Connected } from './look-up.ts'
import { isMarkSettled, type MarkBook, type MarkRow } from './rows.ts'
import { dropAfterMs, isFinal, isHopeless, runTries, wordsOf, type MarkLine } from './tries.ts'

const { appointments } = contract.partner

/** ms after a confirmation in which it is still the moment that the patient meant. */
const freshMs = 10_000
/** ms after which every sent request has been carried out, if ever. */
const calmAfterMs = 60_000
const keepMs = 36 * 60 * 60_000

/** Begins to hand over pending marks; first checks those that a stop interrupted. */
export function startMarker(parts: {
  readonly book: MarkBook
  readonly service: () => Connected | undefined
  readonly connection: () => ConnectionState
  readonly clock: WallClock
  readonly log: (line: MarkLine) => void
}) {
  const { book, service, connection, clock, log } = parts
  const startedAt = clock.now()
  const confirmedAt = new Map<string, number>()
  const askedAt = new Map<string, number>()

  const keyOf = ({ appointmentId }: MarkRow) => String(appointmentId)
  const calmAt = (row: MarkRow) => (askedAt.get(keyOf(row)) ?? startedAt) + calmAfterMs

  function write(row: MarkRow, state: MarkRow['mark']) {
    // Keep the result of telling the listeners, which may have changed meanwhile.
    book.write({ ...(book.get(row.appointmentId) ?? row), mark: state })
  }

  function attempt(row: MarkRow, stopped: AbortSignal): Promise<void> | undefined {
    const connected = service()
    if (!connected || !isReachable(connection())) return undefined
    const confirmed = confirmedAt.get(keyOf(row))
    confirmedAt.delete(keyOf(row))
    const tried = tryMark(siteOf(connected, stopped), row, {
      isFresh: confirmed !== undefined && clock.now() - confirmed <= freshMs,
      isCalm: clock.now() >= calmAt(row),
      noteAsked() {
        askedAt.set(keyOf(row), clock.now())
        write(row, 'asked')
      },
    })
    return tried.then((result) => {
      if (!stopped.aborted) take(row, result)
    })
  }

  function take(row: MarkRow, result: TryResult) {
    const { outcome } = result
    if (outcome === 'again') tries.tryAgain(row, result.why)
    else if (outcome === 'inDoubt') tries.waitUntil(row, calmAt(row))
    else write(row, outcome)
    log({
      outcome: outcome === 'marked' ? 'done' : outcome,
      ...('why' in result && wordsOf(result.why)),
    })
  }

  function waiting() {
    const now = clock.wallTime()
    for (const row of book.all().filter((each) => !isMarkSettled(each)))
      if (now - row.at > dropAfterMs) {
        write(row, 'dropped')
        log({ outcome: 'dropped' })
      }
    if (book.all().some(({ at }) => at < now - keepMs)) book.drop(now - keepMs)
    return book.all().filter((row) => !isMarkSettled(row))
  }

  book.drop(clock.wallTime() - keepMs)
  const tries = runTries({ clock, log, waiting, keyOf, attempt })

  return {
    begin(appointmentId: Id) {
      const key = String(appointmentId)
      tries.forget(key)
      askedAt.delete(key)
      confirmedAt.set(key, clock.now())
      tries.look()
    },
    wake: tries.wake,
    stop: tries.stop,
  }
}

/** `inDoubt`: it may still be carried out; `refused`: by a failure, or by how the appointment stands. */
type TryResult =
  | { readonly outcome: 'marked' | 'inDoubt' }
  | { readonly outcome: 'again'; readonly why: ServiceError }
  | { readonly outcome: 'refused'; readonly why: ServiceError | 'cancelled' | 'notTaken' }

/** Tries once to mark an arrival. It checks before repeating, and before sending an old mark late. */
async function tryMark(
  site: Site,
  { appointmentId, mark }: MarkRow,
  how: {
    /** Confirmed just now and nothing sent yet: no look at the appointment is needed first. */
    readonly isFresh: boolean
    readonly isCalm: boolean
    readonly noteAsked: () => void
  },
): Promise<TryResult> {
  const { isFresh, isCalm, noteAsked } = how
  const params = { ...paramsOf(site), appointmentId }
  async function look(): Promise<TryResult | 'open'> {
    const looked = await site.read(appointments.get, visitReader(appointmentId), { params })
    if (!looked.ok) {
      const { error: why } = looked
      return isHopeless(why) ? { outcome: 'refused', why } : { outcome: 'again', why }
    }
    const { state } = looked.value
    if (isThere(state)) return { outcome: 'marked' }
    return state === 'cancelled' ? { outcome: 'refused', why: 'cancelled' } : 'open'
  }
  if (!isFresh) {
    const looked = await look()
    if (looked !== 'open') return looked
    if (mark === 'asked' && !isCalm) return { outcome: 'inDoubt' }
  }
  noteAsked()
  const input = { params, body: { status: 'CHECKED_IN' as const } }
  const marked = await site.read(appointments.update, changedStateReader(appointmentId), input)
  if (marked.ok && isThere(marked.value)) return { outcome: 'marked' }
  // A service that does not say how it stands is asked; so is one that refuses, for somebody may have marked it.
  if (!marked.ok && !isFinal(marked.error)) return { outcome: 'again', why: marked.error }
  const looked = await look()
  if (looked !== 'open') return looked
  return { outcome: 'refused', why: marked.ok ? 'notTaken' : marked.error }
}

const isThere = (state: AppointmentState | null) => state === 'arrived' || state === 'completed'
