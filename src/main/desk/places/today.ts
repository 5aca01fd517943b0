import { contract } from '../../../contract/index.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { todayOperations } from '../../../shared/desk/operations/today.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, ok } from '../../../shared/result.ts'
import type { Overview } from '../../hub/overview/overview.ts'
import type { KioskHearing } from '../kiosks/hearing.ts'
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
  const today = createToday(work, {
    needsHelp: (id) => asksForHelp(kiosks, id),
    hasArrived: (id) => toldOf(kiosks).arrivals.some(({ body }) => sameId(body.appointmentId, id)),
  })
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

/** What kiosks told; nothing where none is heard. */
const toldOf = (kiosks: KioskHearing): Pick<Overview, 'help' | 'arrivals'> =>
  kiosks.hub()?.desk.overview() ?? { help: [], arrivals: [] }

/** Whether whoever said at a kiosk that they are here for that appointment asks for help there. */
const asksForHelp = (kiosks: KioskHearing, appointmentId: Id): boolean =>
  toldOf(kiosks).help.some(
    ({ body }) => body.appointmentId !== undefined && sameId(body.appointmentId, appointmentId),
  )

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
