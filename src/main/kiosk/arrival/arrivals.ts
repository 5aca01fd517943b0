import type { Id } from '../../../contract/values.ts'
import { isReachable, type ConnectionState } from '../../../shared/connection.ts'
import type { Locale } from '../../../shared/ipc.ts'
import { err, type Result } from '../../../shared/result.ts'
import type { WallClock } from '../../base/clock.ts'
import { pause, soon, within } from '../../base/timers.ts'
import type { ServiceError } from '../../intake/http/errors.ts'
import type { ArrivalRows } from '../../vault/store/rows.ts'
import type { ArrivalFinding, ArrivalPort, ArrivalState } from '../visit/ports.ts'
import { createNames, lookUp, type Connected, type LookUpParts } from './look-up.ts'
import { startMarker } from './marker.ts'
import { isMarkSettled, isTaken, openMarkBook, openOwedBook } from './rows.ts'
import type { MarkRow, OwedRow } from './rows.ts'
import { dropAfterMs, isHopeless, runTries, wordsOf, type MarkLine } from './tries.ts'

/** ms that a patient waits at most for their appointments, and at the end for the mark. */
const boundMs = 3_000
/** ms after which an arrival is too old to report to listeners. */
const newsMs = 30 * 60_000

export interface ArrivalSettings {
  readonly mark: boolean
  readonly earlyMs: number
  readonly otherLocationIds: readonly Id[]
  readonly directions: Readonly<Partial<Record<Locale, string | null>>>
}

export interface ToldArrival {
  readonly appointmentId: Id
  /** ISO date-time. */
  readonly startsAt: string
  readonly with: string | null
}

export type Arrivals = ReturnType<typeof openArrivals>

/** Opens the arrivals, and goes on with those that a stop left half done. Throws what the vault throws. */
export function openArrivals(parts: {
  readonly rows: ArrivalRows
  readonly service: () => Connected | undefined
  readonly connection: () => ConnectionState
  readonly clock: WallClock
  /** True: it is durable and reaches someone; repeated only if Foyer stopped before noting it. Undefined: nobody listens. */
  readonly report?: (arrival: ToldArrival) => boolean
  /** Undefined: the clinic wants no arrivals. */
  readonly settings: () => ArrivalSettings | undefined
  readonly log: (line: MarkLine) => void
  readonly onFailed: (error: ServiceError) => void
}) {
  const { clock, report, log } = parts
  const book = openMarkBook(parts.rows)
  const marker = startMarker({ ...parts, book })
  const telling = new Set<() => void>()

  /** After the current turn of the event loop: the screen does not wait for the listeners. */
  function tellSoon({ appointmentId, startsAt: at, with: who }: MarkRow) {
    if (!report) return
    const cancel = soon(() => {
      telling.delete(cancel)
      try {
        const startsAt = new Date(at).toISOString()
        const isHeard = report({ appointmentId, startsAt, with: who })
        const now = book.get(appointmentId)
        if (now) book.write({ ...now, told: isHeard ? 'heard' : 'nobody' })
      } catch {
        // The vault reports its own faults; the next start tries again.
        log({ outcome: 'again', error: 'bug' })
      }
    })
    telling.add(cancel)
  }

  function stateOf(appointmentId: Id): ArrivalState {
    const row = book.get(appointmentId)
    if (!row) return 'refused'
    if (row.told === 'heard' || row.mark === 'marked') return 'known'
    return isMarkSettled(row) && row.told !== 'pending' ? 'refused' : 'waiting'
  }

  for (const row of book.all()) if (row.told === 'pending') tellSoon(row)

  function isConfirmed(appointmentId: Id): boolean {
    const row = book.get(appointmentId)
    return row !== undefined && isTaken(row)
  }

  function partsOf(connected: Connected, settings: ArrivalSettings): LookUpParts {
    const { onFailed } = parts
    return {
      connected,
      onFailed,
      otherLocationIds: settings.otherLocationIds,
      names: createNames(() => clock.now(), onFailed),
      rules: { earlyMs: settings.earlyMs, isConfirmed },
    }
  }
  function keep(row: Omit<MarkRow, 'mark' | 'told'>, isMarked: boolean, isNews: boolean) {
    const mark = isMarked ? 'ready' : 'off'
    const kept: MarkRow = { ...row, mark, told: isNews ? 'pending' : 'nobody' }
    book.write(kept)
    if (isNews) tellSoon(kept)
  }

  const owed = openOwedBook(parts.rows)
  const isOld = (at: number) => clock.wallTime() - at > dropAfterMs

  function owedNow() {
    for (const row of owed.owed())
      if (isOld(row.at)) {
        owed.settle(row)
        log({ outcome: 'dropped' })
      }
    return owed.owed()
  }
  /** Looks up a late patient's appointments as they would have seen them at that moment, and here. */
  function lookLate(row: OwedRow, stopped: AbortSignal): Promise<void> | undefined {
    const [connected, settings] = [parts.service(), parts.settings()]
    if (!connected || !settings || !isReachable(parts.connection())) return undefined
    const known = partsOf(connected, { ...settings, otherLocationIds: [] })
    return lookUp(known, row.patientId, row.at, stopped).then((found) => {
      if (!stopped.aborted) takeLate(row, found)
    })
  }
  /** Confirms the one appointment that the kiosk could have. With several or none, nobody is left to ask. */
  function takeLate(row: OwedRow, found: Result<ArrivalFinding, ServiceError>) {
    if (!found.ok) {
      const { error } = found
      if (isHopeless(error)) owed.settle(row)
      else late.tryAgain(row, error)
      log({ outcome: isHopeless(error) ? 'refused' : 'again', ...wordsOf(error) })
      return
    }
    const { kind, appointments } = found.value
    const [only] = appointments
    if (only && (kind === 'due' || kind === 'late')) {
      const { patientId, at } = row
      const isNews = report !== undefined && clock.wallTime() - at < newsMs
      const { id: appointmentId, startsAt, with: who } = only
      const arrival = { appointmentId, patientId, startsAt, with: who, at }
      keep(arrival, parts.settings()?.mark === true, isNews)
      marker.wake()
    }
    // Noted after what follows from it is kept: a stop in between looks again, and finds it taken.
    owed.settle(row)
  }
  const late = runTries({
    clock,
    log,
    waiting: owedNow,
    keyOf: ({ intakeId }) => intakeId,
    attempt: lookLate,
  })

  return {
    port(connected: Connected, settings: ArrivalSettings): ArrivalPort {
      const lookUpParts = partsOf(connected, settings)
      return {
        async look(patientId, signal) {
          const bound = new AbortController()
          const ends = AbortSignal.any([signal, bound.signal])
          const looked = lookUp(lookUpParts, patientId, clock.wallTime(), ends)
          const found = await within(clock, boundMs, looked)
          bound.abort()
          const operation = 'partner.appointments.list'
          return found ?? err({ operation, attempts: 1, kind: 'timedOut', afterMs: boundMs })
        },
        confirm({ id: appointmentId, startsAt, with: who }, patientId) {
          if (isConfirmed(appointmentId)) return
          const row = { appointmentId, patientId, startsAt, with: who, at: clock.wallTime() }
          keep(row, settings.mark, report !== undefined)
          marker.begin(appointmentId)
        },
        async settled(appointmentId, signal) {
          const bound = new AbortController()
          const ends = AbortSignal.any([signal, bound.signal])
          const timer = pause(clock, boundMs, ends).then(() => bound.abort())
          while (!ends.aborted && stateOf(appointmentId) === 'waiting')
            await Promise.race([timer, book.changed()])
          bound.abort()
        },
        state: stateOf,
        directions: (locale) => settings.directions[locale] ?? null,
      }
    },
    /** Has the appointment looked up of a patient who was taken in without the network at `at` (ms since 1970). */
    owe(row: Omit<OwedRow, 'isOwed'>) {
      if (!parts.settings() || isOld(row.at)) return
      owed.add(row)
      late.look()
    },
    wake() {
      marker.wake()
      late.wake()
    },
    async stop() {
      for (const cancel of telling) cancel()
      await late.stop()
      await marker.stop()
      for (const cancel of telling) cancel()
    },
  }
}
