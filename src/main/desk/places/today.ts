import { contract } from '../../../contract/index.ts'
import type { todayOperations } from '../../../shared/desk/operations/today.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, ok } from '../../../shared/result.ts'
import type { KioskHearing } from '../kiosks/hearing.ts'
import { toldByKiosks } from '../kiosks/told-by-kiosks.ts'
import { markArrived, undoArrival } from '../commands/arrival.ts'
import { refusalOf } from '../failures.ts'
import { onNothing, onRecord, type PlaceWork, type ReachedOperations } from '../place-work.ts'
import { createToday } from '../queries/today.ts'
import type { DeskWork } from '../work.ts'

const { appointments, appointmentTypes, formPackets, patients } = contract.partner

/** The live list of the day. */
export function todayPlace(
  work: DeskWork,
  kiosks: KioskHearing,
): PlaceWork<typeof todayOperations> {
  const today = createToday(work, () => toldByKiosks(kiosks))
  const onAppointment = (reference: Reference, change: typeof markArrived) =>
    onRecord(work, { kind: 'appointment', record: 'appointmentId', reference }, (id) =>
      change(work, id),
    )
  return {
    queries: {
      today: () =>
        onNothing(async () => {
          const list = await today()
          return list.ok ? ok(list.value) : err(refusalOf(list.error))
        }),
    },
    commands: {
      markArrived: ({ appointment }) => onAppointment(appointment, markArrived),
      undoArrival: ({ appointment }) =>
        onAppointment(appointment, async (_work, id) => {
          const undone = await undoArrival(work, id)
          if (undone.ok) kiosks.hub()?.desk.forgetArrival(id)
          return undone
        }),
    },
  }
}

/** What the list of the day asks the service for. */
export const todayReached: ReachedOperations<typeof todayOperations> = {
  today: [
    appointments.list,
    appointments.get,
    appointmentTypes.list,
    formPackets.list,
    // Only where the appointment does not name its patient.
    patients.get,
  ],
  markArrived: [appointments.get, appointments.update],
  undoArrival: [appointments.get, appointments.update],
}
