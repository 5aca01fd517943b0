import { canaryPatient, plantCanaries, type CanaryPatient } from '../../test/leak-scan/canary.ts'
import { openPlace, type FoyerOptions, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { reachable } from '../../test/leak-scan/kiosk-search.ts'
import { startFoyerIn } from './running-foyer.ts'

/** Settings of a kiosk at which, on a busy machine, no visit ends by itself while it is looked at. */
export const unhurried = {
  FOYER_IDLE_AFTER_MS: '1800000',
  FOYER_IDLE_FORM_AFTER_MS: '1800000',
  FOYER_IDLE_LAST_SCREEN_MS: '300000',
} as const

const settings = {
  ...unhurried,
  FOYER_OFFLINE_ENABLED: 'true',
  FOYER_OFFLINE_UNPROVED: 'deliver',
  // The soonest that it may be offered.
  FOYER_OFFLINE_AFTER_MS: '5000',
}

/** A patient of a test's kiosk, whom nobody else is like, and for whom one packet waits. */
export interface Person extends CanaryPatient {
  readonly phone: string
}

/** Makes a patient with a phone number of the fictional kind that no seeded patient has. */
const makePerson = (number: number): Person => ({
  ...canaryPatient(),
  phone: `+1415555200${number}`,
})

/** A kiosk that a test has for itself, with patients whom nobody had before. */
export type TestKiosk = Awaited<ReturnType<typeof openKiosk>>

/** Opens a kiosk on a screen and a sandbox of its own. */
export async function openKiosk(options: FoyerOptions) {
  const [first, second] = [makePerson(0), makePerson(1)]
  const environment = { ...settings, ...options.environment }
  const canaries = plantCanaries([first, second], environment)
  const bare = await openPlace({ ...options, ...canaries.options })
  const place: KioskPlace = {
    ...bare,
    environment: { ...bare.environment, ...reachable(bare.dataFolder) },
  }
  try {
    const foyer = await startFoyerIn(place)
    return {
      foyer,
      place,
      people: [first, second] as const,
      own: canaries.own,
      /** Moment when it stood there, in ms since 1970. */
      since: Date.now(),
      async close() {
        await foyer.stop()
        await place.close()
      },
    }
  } catch (error) {
    await place.close()
    throw error
  }
}
