import type { AppointmentState } from '../../../contract/readers/arrival-readers.ts'
import type { Id } from '../../../contract/values.ts'
import type { KioskHearing } from './hearing.ts'

/** What kiosks told of the patients of appointments, up to one moment. */
export interface ToldByKiosks {
  /** Whoever said there that they are here for that appointment asks for help there. */
  needsHelp(appointmentId: Id): boolean
  /**
   * How an appointment stands, where the service says `state`: whoever said at a kiosk that they are here has arrived, though
   * the service may not take that, or not yet.
   */
  stateOf(appointmentId: Id, state: AppointmentState): AppointmentState
  /** When forms of that patient were last completed there, a short while ago; ms since 1970. */
  completedAt(patientId: Id): number | undefined
}

/** See `ToldByKiosks`; nothing where no kiosk is heard. */
export function toldByKiosks(hearing: Pick<KioskHearing, 'hub'>): ToldByKiosks {
  const desk = hearing.hub()?.desk
  const { help, arrivals } = desk?.overview() ?? { help: [], arrivals: [] }
  // As it is now: what is heard while forms are read lets them be read again.
  const completed = new Map(desk?.completions())
  const needing = new Set(
    help.flatMap(({ body }) =>
      body.appointmentId === undefined ? [] : [String(body.appointmentId)],
    ),
  )
  const arrived = new Set(arrivals.map(({ body }) => String(body.appointmentId)))
  return {
    completedAt: (id) => completed.get(String(id)),
    needsHelp: (id) => needing.has(String(id)),
    stateOf: (id, state) => (state === 'open' && arrived.has(String(id)) ? 'arrived' : state),
  }
}
