import { contract } from '../../../contract/index.ts'
import type { Id } from '../../../contract/values.ts'
import type { appointmentOperations } from '../../../shared/desk/operations/appointments.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { bookingCommands } from '../commands/appointments/booking.ts'
import { refusalOf } from '../failures.ts'
import type { KioskHearing } from '../kiosks/hearing.ts'
import { toldByKiosks } from '../kiosks/told-by-kiosks.ts'
import { createOwnedRecords } from '../owned-records.ts'
import {
  onChart,
  onNothing,
  onRecord,
  type PlaceWork,
  type ReachedOperations,
} from '../place-work.ts'
import { appointmentQueries } from '../queries/appointments/appointments.ts'
import { createKnownPractitioners } from '../queries/appointments/known-practitioners.ts'
import { createKnownTypes, readType } from '../queries/appointments/known-types.ts'
import type { DeskWork } from '../work.ts'

const { appointments, appointmentTypes } = contract.partner

/** Appointments of patients. */
export function appointmentsPlace(
  work: DeskWork,
  kiosks: Pick<KioskHearing, 'hub'>,
): PlaceWork<typeof appointmentOperations> {
  const { references } = work
  const owned = createOwnedRecords(work, { kind: 'visit', record: 'appointmentId' })
  const types = createKnownTypes(work)
  const practitioners = createKnownPractitioners(work)
  const query = appointmentQueries(work, {
    ...{ owned, types, practitioners },
    told: () => toldByKiosks(kiosks),
  })
  const booking = bookingCommands(work, types)
  /** The id of what is chosen; `wrong` where it was not shown. */
  const chosen = (kind: string, name: Reference | undefined): Id | undefined | typeof wrong =>
    name === undefined ? undefined : (references.idOf(kind, name) ?? wrong)

  return {
    queries: {
      appointments: ({ chart }) =>
        onChart(work, chart, async (id) => told(await query.ofPatient(id))),
      appointment: ({ chart, visit }) =>
        owned.on({ chart, reference: visit }, async (patientId, id) =>
          told(await query.inFull(patientId, id)),
        ),
      bookingChoices: () => onNothing(async () => told(await query.choices())),
      appointmentType: ({ type: reference }) =>
        onRecord(work, { kind: 'visittype', record: 'appointmentTypeId', reference }, async (id) =>
          told(await readType(work, id)),
        ),
      busyTimes: ({ day }) => onNothing(async () => told(await query.busyOn(day))),
    },
    commands: {
      bookAppointment({ chart, type, practitioner, startsAt }) {
        const typeId = references.idOf('visittype', type)
        const practitionerId = references.idOf('practitioner', practitioner)
        if (typeId === undefined || practitionerId === undefined) return undefined
        const wish = { typeId, practitionerId, startsAt }
        return onChart(work, chart, (patientId) => booking.book(patientId, wish))
      },
      moveAppointment({ chart, visit, startsAt, practitioner, type }) {
        const typeId = chosen('visittype', type)
        const practitionerId = chosen('practitioner', practitioner)
        if (typeId === wrong || practitionerId === wrong) return undefined
        const change = {
          ...(startsAt !== undefined && { startsAt }),
          ...(typeId !== undefined && { typeId }),
          ...(practitionerId !== undefined && { practitionerId }),
        }
        return owned.on({ chart, reference: visit }, (patientId, id) =>
          booking.move(patientId, id, change),
        )
      },
    },
  }
}

const wrong = Symbol('never shown')

const told = <T>(read: Result<T, ServiceError>): Result<T, DeskRefusal> =>
  read.ok ? ok(read.value) : err(refusalOf(read.error))

/** What appointments ask the service for. */
export const appointmentsReached: ReachedOperations<typeof appointmentOperations> = {
  // An appointment itself where a row does not name whose it is, or with whom.
  appointments: [appointments.list, appointments.get, appointmentTypes.list],
  appointment: [appointments.get, appointmentTypes.list],
  bookingChoices: [appointments.list, appointments.get, appointmentTypes.list],
  appointmentType: [appointmentTypes.get],
  busyTimes: [appointments.list, appointmentTypes.list],
  // Types, to tell whether a refused time is taken.
  bookAppointment: [
    appointments.list,
    appointments.create,
    appointments.get,
    appointmentTypes.list,
  ],
  moveAppointment: [
    appointments.get,
    appointments.update,
    appointments.list,
    appointmentTypes.list,
  ],
}
