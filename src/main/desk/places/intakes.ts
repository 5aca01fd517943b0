import type { WaitingIntakeRow } from '../../../shared/desk/kiosks.ts'
import type { intakeOperations } from '../../../shared/desk/operations/intakes.ts'
import { ok } from '../../../shared/result.ts'
import { kioskNames, onHub, type KioskHub, type KioskWork } from '../kiosks/hearing.ts'
import { onNothing, type PlaceWork, type ReachedOperations } from '../place-work.ts'

/** Intakes that need a person, as kiosks tell of them. */
export function intakesPlace(work: Pick<KioskWork, 'hearing'>): PlaceWork<typeof intakeOperations> {
  return {
    queries: {
      waitingIntakes: () => onNothing(() => onHub(work, (hub) => ok(intakesOf(hub)))),
    },
    commands: {},
  }
}

function intakesOf(hub: KioskHub): WaitingIntakeRow[] {
  const nameOf = kioskNames(hub)
  return hub.desk
    .overview()
    .intakes.map(({ from, body: { reason, since } }) => ({
      ...{ kiosk: nameOf(from), reason },
      since: Date.parse(since),
    }))
    .toSorted((one, other) => one.since - other.since)
}

/** Nothing of it comes from the service. */
export const intakesReached: ReachedOperations<typeof intakeOperations> = { waitingIntakes: [] }
