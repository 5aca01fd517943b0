import { prepareDesk } from '../../scripts/clinic/prepare-desk.ts'
import { giveToFoyer } from '../../scripts/app-process.ts'
import { plantCanaries, type CanaryPatient } from '../../test/leak-scan/canary.ts'
import { openPlace, openPlaceAt, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { reachable } from '../../test/leak-scan/kiosk-search.ts'
import type { Needle } from '../../test/leak-scan/search.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { Patient } from './patient.ts'
import { member, patienceMs, Receptionist } from './receptionist.ts'
import { startFoyerIn, type RunningFoyer } from './running-foyer.ts'
import { expect } from './test.ts'

const atDesk = { FOYER_STATION: 'desk', FOYER_DESK_LOCK_AFTER_MS: '1800000' } as const

/** A desk that hears no kiosks, with somebody at it and a patient who may get its screen. */
interface DeskStage {
  readonly place: KioskPlace
  readonly own: readonly Needle[]
  /** ms since 1970. */
  readonly since: number
  readonly foyer: RunningFoyer
  readonly receptionist: Receptionist
  readonly patient: Patient
  /** Waits until no window of a patient stands there any more. */
  readonly isDesksAgain: () => Promise<void>
}

/** A staff PIN would take the place of what its administrator signs in with. */
function withoutPin(bare: KioskPlace): KioskPlace {
  const { FOYER_STAFF_PIN: _, ...environment } = bare.environment
  return { ...bare, environment: { ...environment, ...reachable(bare.dataFolder) } }
}

async function startAsDesk(place: KioskPlace, name: string): Promise<RunningFoyer> {
  const { dataFolder: folder, environment } = place
  await prepareDesk({ name, folder, environment }, [], member)
  giveToFoyer(folder)
  return startFoyerIn(place)
}

/** Starts one more desk at a service, with its own member of the same name. */
export async function startDeskAt(
  sandbox: Sandbox,
  settings: Readonly<Record<string, string>> = {},
) {
  const bare = await openPlaceAt(sandbox, {
    size: { width: 1366, height: 768 },
    environment: { ...atDesk, ...settings },
  })
  const foyer = await startAsDesk(withoutPin(bare), 'Back desk')
  const receptionist = new Receptionist(await foyer.kiosk())
  await receptionist.signsIn(member.secret)
  return {
    receptionist,
    async close() {
      await foyer.stop()
      await bare.close()
    },
  }
}

/** Plays at a desk of its own, to which these people come; it ends with the play. */
export async function onDeskStage(
  people: readonly CanaryPatient[],
  play: (stage: DeskStage) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { options, own } = plantCanaries(people, {
    ...atDesk,
    FOYER_KIOSK_NAME: 'Front desk',
    // A search may take a while on a busy machine, and nobody touches the screen meanwhile.
    FOYER_IDLE_AFTER_MS: '1800000',
    FOYER_IDLE_FORM_AFTER_MS: '1800000',
    ...settings,
  })
  const since = Date.now()
  const bare = await openPlace({ ...options, size: { width: 1366, height: 768 } })
  const place = withoutPin(bare)
  try {
    const foyer = await startAsDesk(place, 'Front desk')
    try {
      await play({
        place,
        own,
        since,
        foyer,
        receptionist: new Receptionist(await foyer.kiosk()),
        patient: new Patient({ ...foyer, ...foyer.here }),
        isDesksAgain: () =>
          expect.poll(() => foyer.here.isOpen(), { timeout: patienceMs }).toBe(false),
      })
    } finally {
      await foyer.stop()
    }
  } finally {
    await place.close()
  }
}
