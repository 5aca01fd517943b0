import type { AppointmentState } from '../../../shared/desk/appointments.ts'
import type { Id } from '../../../contract/values.ts'
import type { BeginFault, CommandedBy, HubDesk, HubPairing } from '../../stations/hub/hub-desk.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { KiosksGlance } from '../../../shared/desk/kiosks.ts'
import { err, type Result } from '../../../shared/result.ts'
import type { References, Reply } from '../feature.ts'
import type { KioskSignIn } from './member-door.ts'
import type { AskIntakes } from '../../stations/intake-questions.ts'

export interface KioskHub {
  readonly desk: HubDesk
  readonly pairing: HubPairing
  readonly askIntakes: AskIntakes
}

export interface KioskHearing {
  hears(): KiosksGlance['hears']
  /** Undefined while it is being opened, and where it could not be. */
  hub(): KioskHub | undefined
  readonly opened: Promise<unknown>
}

export interface KioskWork {
  readonly references: References
  readonly hearing: KioskHearing
  readonly signIn: KioskSignIn
  readonly who: () => Required<CommandedBy>
}

const refusals = {
  unknownStation: 'unknownReference',
  unknownCall: 'unknownReference',
  notKept: 'failed',
  full: 'failed',
  kioskBusy: 'kioskBusy',
  kioskSilent: 'kioskSilent',
} as const satisfies Readonly<Record<BeginFault['kind'], DeskRefusal['kind']>>

/** Runs what needs the hub; without one, answers the page that no kiosk is connected. */
export async function onHub<T>(
  { hearing }: Pick<KioskWork, 'hearing'>,
  run: (hub: KioskHub) => Result<T, DeskRefusal> | Promise<Result<T, DeskRefusal>>,
): Reply<T> {
  const hub = hearing.hub()
  return hub ? run(hub) : err({ kind: 'kiosksUnheard' })
}

/** Converts the hub's result for a page. */
export const hubReply = (done: Result<null, BeginFault>): Result<null, DeskRefusal> =>
  done.ok ? done : err({ kind: refusals[done.error.kind] })

/** Joins a kiosk and its own name for an item to one id; `partsOf` splits it. */
export const idAt = (from: string, name: string) => `${from} ${name}`
/** Splits an id that `idAt` joined. */
export const partsOf = (id: string | number): readonly [from: string, name: string] => {
  const [from = '', ...name] = String(id).split(' ')
  return [from, name.join(' ')]
}

/** Returns the name of each paired kiosk; null for another. */
export function kioskNames({ pairing }: KioskHub): (station: string) => string | null {
  const names = new Map(pairing.stations().map(({ id, name }) => [id, name]))
  return (station) => names.get(station) ?? null
}

/** Returns kiosks' news of appointments' patients until now; empty while no kiosk is connected. */
export function toldByKiosks(hearing: Pick<KioskHearing, 'hub'>) {
  const hub = hearing.hub()
  const desk = hub?.desk
  const nameOf = hub ? kioskNames(hub) : () => null
  const { help, arrivals } = desk?.overview() ?? { help: [], arrivals: [] }
  // News that arrive while forms are read cause another read.
  const completed = new Map(desk?.completions())
  const needing = new Map(
    help.flatMap(({ from, body }) =>
      body.appointmentId === undefined ? [] : [[String(body.appointmentId), from] as const],
    ),
  )
  const arrived = new Map(arrivals.map(({ from, body }) => [String(body.appointmentId), from]))
  return {
    /** Time of a patient's last completed forms, a short while ago; ms since 1970. */
    completedAt: (patientId: Id) => completed.get(String(patientId)),
    /** True if the patient of that appointment asks for help at the kiosk. */
    needsHelp: (appointmentId: Id) => needing.has(String(appointmentId)),
    /** Arrived, once checked in at a kiosk. `saidAt`: the kiosk that alone says so, or that they need help. */
    toldOf(appointmentId: Id, state: AppointmentState) {
      const at = state === 'open' ? arrived.get(String(appointmentId)) : undefined
      const from = needing.get(String(appointmentId)) ?? at
      return {
        state: at === undefined ? state : ('arrived' as const),
        saidAt: from === undefined ? null : nameOf(from),
      }
    },
  }
}
export type ToldByKiosks = ReturnType<typeof toldByKiosks>
