import { plantCanaries, type CanaryPatient } from '../../test/leak-scan/canary.ts'
import { openPlace, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { reachable } from '../../test/leak-scan/kiosk-search.ts'
import type { Needle } from '../../test/leak-scan/search.ts'
import { Patient } from './patient.ts'
import { startFoyerIn, type RunningFoyer } from './running-foyer.ts'

/** A place that is planted with canaries, while it is played on. */
interface CanaryStage {
  readonly place: KioskPlace
  readonly own: readonly Needle[]
  readonly since: number
  readonly start: () => Promise<{ foyer: RunningFoyer; patient: Patient }>
}

/** Plays on a place of its own to which these people will come; what was started there ends with it. */
export async function onStage(
  people: readonly CanaryPatient[],
  play: (running: CanaryStage) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { options, own } = plantCanaries(people, {
    // A search may take a while on a busy machine, and nobody touches the screen meanwhile.
    FOYER_IDLE_AFTER_MS: '1800000',
    FOYER_IDLE_FORM_AFTER_MS: '1800000',
    ...environment,
  })
  const since = Date.now()
  const bare = await openPlace(options)
  const place = { ...bare, environment: { ...bare.environment, ...reachable(bare.dataFolder) } }
  const running: RunningFoyer[] = []
  try {
    await play({
      place,
      own,
      since,
      async start() {
        const foyer = await startFoyerIn(place)
        running.push(foyer)
        return { foyer, patient: new Patient(foyer) }
      },
    })
  } finally {
    for (const foyer of running) await foyer.stop()
    await place.close()
  }
}
