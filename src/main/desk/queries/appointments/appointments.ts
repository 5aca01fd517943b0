import type { ReadVisit } from '../../../../contract/readers/arrival-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import { compareDates, localDate } from '../../../../shared/calendar-date.ts'
import type {
  AppointmentDetails,
  AppointmentList,
  AppointmentRow,
  BookingChoices,
  BusyTimes,
} from '../../../../shared/desk/appointments.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { inParallel } from '../../../base/in-parallel.ts'
import type { ServiceError } from '../../../service/http/errors.ts'
import type { ToldByKiosks } from '../../kiosks/told-by-kiosks.ts'
import type { OwnedRecords } from '../../owned-records.ts'
import type { DeskWork } from '../../work.ts'
import type { KnownPractitioners } from './known-practitioners.ts'
import type { KnownTypes } from './known-types.ts'
import { readOwnVisit, visitsBetween, visitsOf } from './visit-lists.ts'

const mostAtOnce = 6
const minuteMs = 60_000

type Read<T> = Promise<Result<T, ServiceError>>

/** Records of the session that appointments are read with. */
export interface AppointmentRecords {
  readonly owned: OwnedRecords
  readonly types: KnownTypes
  readonly practitioners: KnownPractitioners
  /** What kiosks told until now. */
  readonly told: () => ToldByKiosks
}

/** The queries of one session that concern appointments. */
export function appointmentQueries(
  work: DeskWork,
  { owned, types, practitioners, told }: AppointmentRecords,
) {
  const { references } = work

  /** Types cannot be had everywhere; then their names are missing, and nothing else. */
  async function typeOf(typeId: Id | undefined) {
    const all = typeId === undefined ? undefined : await types.all()
    return all?.ok ? all.value.find(({ id }) => sameId(id, typeId ?? '')) : undefined
  }

  const isToday = (startsAt: number) =>
    compareDates(localDate(new Date(startsAt)), localDate(new Date(work.wallTime()))) === 0

  async function rowOf(patientId: Id, visit: ReadVisit, heard = told()): Read<AppointmentRow> {
    const practitioner = await practitioners.nameOf(visit)
    if (!practitioner.ok) return practitioner
    const type = await typeOf(visit.typeId)
    return ok({
      visit: owned.of(patientId, visit.id),
      today: isToday(visit.startsAt) ? references.of('appointment', visit.id) : null,
      startsAt: visit.startsAt,
      practitioner: practitioner.value,
      type: visit.type ?? type?.name ?? null,
      isTelehealth: visit.isTelehealth ?? type?.isTelehealth ?? false,
      state: heard.stateOf(visit.id, visit.state),
    })
  }

  return {
    /** The query `appointments`. */
    async ofPatient(patientId: Id): Read<AppointmentList> {
      const visits = await visitsOf(work, patientId)
      if (!visits.ok) return visits
      const heard = told()
      const read = await inParallel(visits.value.rows, mostAtOnce, (visit) =>
        rowOf(patientId, visit, heard),
      )
      const rows: AppointmentRow[] = []
      for (const row of read) {
        if (!row.ok) return row
        rows.push(row.value)
      }
      return ok({
        rows: rows.toSorted((a, b) => a.startsAt - b.startsAt),
        ...{ notShown: visits.value.unowned.length, readAt: work.wallTime() },
      })
    },

    /** The query `appointment`. */
    async inFull(patientId: Id, visitId: Id): Read<AppointmentDetails> {
      const visit = await readOwnVisit(work, patientId, visitId)
      if (!visit.ok) return visit
      const row = await rowOf(patientId, visit.value)
      if (!row.ok) return row
      const { typeId, practitionerId, place, startsAt, endsAt } = visit.value
      const minutes = (await typeOf(typeId))?.minutes
      return ok({
        ...row.value,
        endsAt: endsAt ?? (minutes === undefined ? null : startsAt + minutes * minuteMs),
        location: place ?? null,
        typeReference: typeId === undefined ? null : references.of('visittype', typeId),
        practitionerReference:
          practitionerId === undefined ? null : references.of('practitioner', practitionerId),
      })
    },

    /** The query `bookingChoices`. */
    async choices(): Read<BookingChoices> {
      const [all, around] = await Promise.all([types.all(), practitioners.around()])
      if (!all.ok) return all
      if (!around.ok) return around
      return ok({
        types: all.value.flatMap(({ id, name }) =>
          name === undefined ? [] : [{ type: references.of('visittype', id), name }],
        ),
        practitioners: around.value.map(({ id, name }) => ({
          practitioner: references.of('practitioner', id),
          name,
        })),
      })
    },

    /** The query `busyTimes`; `day`: any moment of it. */
    async busyOn(day: number): Read<BusyTimes> {
      const visits = await visitsBetween(work, day, day)
      if (!visits.ok) return visits
      const there = visits.value.filter(({ state }) => state !== 'cancelled')
      const times = await Promise.all(
        there.map(async ({ startsAt, endsAt, typeId, practitionerId }) => {
          const minutes = (await typeOf(typeId))?.minutes
          return {
            startsAt,
            endsAt: endsAt ?? (minutes === undefined ? null : startsAt + minutes * minuteMs),
            practitioner:
              practitionerId === undefined ? null : references.of('practitioner', practitionerId),
          }
        }),
      )
      return ok({ times: times.toSorted((a, b) => a.startsAt - b.startsAt) })
    },
  }
}
