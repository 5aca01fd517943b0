import { contract } from '../../../contract/index.ts'
import {
  visitsReader,
  visitTypesReader,
  type AppointmentState,
  type ReadVisit,
  type ReadVisitType,
} from '../../../contract/readers/arrival-readers.ts'
import { sameId } from '../../../contract/values.ts'
import { compareDates, isoDate, localDate } from '../../../shared/calendar-date.ts'
import type { FormCounts, TodayList, TodayRow, TodayState } from '../../../shared/desk/today.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { inParallel } from '../../base/in-parallel.ts'
import { eachPage, readAllPages } from '../../service/client/pages.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import type { ToldByKiosks } from '../kiosks/told-by-kiosks.ts'
import type { DeskWork } from '../work.ts'
import { createKnownForms } from './known-forms.ts'
import { createKnownVisits } from './known-visits.ts'

const { appointments, appointmentTypes } = contract.partner
const pageSize = 200
const maxPages = 5
const dayMs = 24 * 60 * 60_000
/** ms for which the names of types are used. */
const keepTypesMs = 60 * 60_000
/** Rows that are asked about at a time. */
const mostAtOnce = 6

type Types = ReadonlyMap<string, ReadVisitType>

/** The query `today` of one session. `told`: what kiosks told until now. */
export function createToday(
  work: DeskWork,
  told: () => ToldByKiosks,
): () => Promise<Result<TodayList, ServiceError>> {
  const { client, place, references, signal, wallTime, now } = work
  const visits = createKnownVisits(work)
  const forms = createKnownForms(work)
  let types: { readonly names: Types; readonly until: number } | undefined

  /** Named types of appointments; empty where they cannot be had. */
  async function readTypes(): Promise<Types> {
    if (types && types.until > now()) return types.names
    const pages = eachPage(
      appointmentTypes.list,
      (cursor) => {
        const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) }
        const input = { params: { accountId: place.accountId }, query }
        return client.read(appointmentTypes.list, visitTypesReader, input, { signal })
      },
      { maxPages },
    )
    const all = await readAllPages(pages)
    if (!all.ok) return new Map()
    types = {
      names: new Map(all.value.map((type) => [String(type.id), type])),
      until: now() + keepTypesMs,
    }
    return types.names
  }

  /** The appointments of today by this machine's calendar; that the list is filtered, and by whose days, is assumed. */
  async function readVisits(): Promise<Result<readonly ReadVisit[], ServiceError>> {
    const { accountId, locationId } = place
    const at = wallTime()
    const [from, to] = [at - dayMs, at + dayMs].map((day) => isoDate(localDate(new Date(day))))
    const pages = eachPage(
      appointments.list,
      (cursor) => {
        const query = { from, to, limit: pageSize, ...(cursor !== undefined && { cursor }) }
        const input = { params: { accountId, locationId }, query }
        return client.read(appointments.list, visitsReader, input, { signal })
      },
      { maxPages },
    )
    const listed = await readAllPages(pages)
    if (!listed.ok) return listed
    const today = localDate(new Date(at))
    const isToday = ({ startsAt }: ReadVisit) =>
      compareDates(localDate(new Date(startsAt)), today) === 0
    const isHere = (visit: ReadVisit) =>
      visit.locationId === undefined || sameId(visit.locationId, locationId)
    return ok(listed.value.filter((visit) => isToday(visit) && isHere(visit)))
  }

  async function rowOf(
    visit: ReadVisit,
    names: Types,
    heard: ToldByKiosks,
  ): Promise<Result<TodayRow, ServiceError>> {
    const named = await visits.named(visit)
    if (!named.ok) return named
    const { id, startsAt, patientName, practitioner, typeId } = named.value
    const state = heard.stateOf(id, named.value.state)
    const counts = await countsOf({ ...named.value, state }, heard)
    if (!counts.ok) return counts
    const type = typeId === undefined ? undefined : names.get(String(typeId))
    return ok({
      appointment: references.of('appointment', id),
      startsAt,
      patient: patientName ?? null,
      practitioner: practitioner ?? null,
      type: named.value.type ?? type?.name ?? null,
      isTelehealth: named.value.isTelehealth ?? type?.isTelehealth ?? false,
      state: stateOf(state, counts.value, heard.needsHelp(id)),
      forms: counts.value,
    })
  }

  async function countsOf(
    visit: ReadVisit,
    heard: ToldByKiosks,
  ): Promise<Result<FormCounts | null, ServiceError>> {
    const isOver = visit.state === 'cancelled' || visit.state === 'completed'
    if (isOver || visit.patientId === undefined) return ok(null)
    const { patientId } = visit
    return forms.of(patientId, visit.state === 'arrived', heard.completedAt(patientId))
  }

  return async () => {
    const [listed, names] = await Promise.all([readVisits(), readTypes()])
    if (!listed.ok) return listed
    const heard = told()
    const read = await inParallel(listed.value, mostAtOnce, (visit) => rowOf(visit, names, heard))
    const rows: TodayRow[] = []
    for (const row of read) {
      if (!row.ok) return err(row.error)
      rows.push(row.value)
    }
    return ok({ rows: rows.toSorted((a, b) => a.startsAt - b.startsAt), readAt: wallTime() })
  }
}

/** How a patient stands, from their appointment, their forms, and whether they ask for help at a kiosk. */
export function stateOf(
  state: AppointmentState,
  forms: FormCounts | null,
  needsHelp = false,
): TodayState {
  if (needsHelp && state === 'arrived') return 'needsHelp'
  if (state !== 'arrived') return state === 'open' ? 'expected' : state
  if (!forms || forms.open + forms.started + forms.completed === 0) return 'arrived'
  if (forms.open + forms.started === 0) return 'formsDone'
  return forms.started > 0 ? 'inForms' : 'arrived'
}
