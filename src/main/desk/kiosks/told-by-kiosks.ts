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
}

/** See `ToldByKiosks`; nothing where no kiosk is heard. */
export function toldByKiosks(hearing: Pick<KioskHearing, 'hub'>): ToldByKiosks {
  const { help, arrivals } = hearing.hub()?.desk.overview() ?? { help: [], arrivals: [] }
  const needing = new Set(
    help.flatMap(({ body }) =>
      body.appointmentId === undefined ? [] : [String(body.appointmentId)],
    ),
  )
  const arrived = new Set(arrivals.map(({ body }) => String(body.appointmentId)))
  return {
    needsHelp: (id) => needing.has(String(id)),
    stateOf: (id, state) => (state === 'open' && arrived.has(String(id)) ? 'arrived' : state),
  }
}
