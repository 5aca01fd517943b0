import { test as base } from '@playwright/test'
import type { Page } from 'playwright-core'
import { openPlace, type FoyerOptions, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { openForeign } from './foreign.ts'
import { keepTraces } from './keep-traces.ts'
import { Patient } from './patient.ts'
import { startFoyerIn, type RunningFoyer } from './running-foyer.ts'
import { openKiosk, type Person, type TestKiosk } from './test-kiosk.ts'
import { StaffMember } from './staff.ts'

interface Fixtures {
  /** Settings of the kiosk under test, and its size; `test.use({ options })`. */
  options: FoyerOptions
  kiosk: TestKiosk
  foyer: RunningFoyer
  patient: Patient
  staff: StaffMember
  /** A patient for whom one packet waits. */
  person: Person
  /** The page of somebody else’s that `options.foreign` names, at which that patient has arrived. */
  form: Page
  /** Place of a kiosk that this test starts itself, from its first start on. */
  place: KioskPlace
  /** Starts Foyer there; each is ended after the test. */
  start: () => Promise<RunningFoyer>
}

/** A test in front of a whole Foyer. A failure keeps a picture of the screen and the log. */
export const test = base.extend<Fixtures>({
  options: [{}, { option: true }],
  kiosk: async ({ options }, use, info) => {
    const kiosk = await openKiosk(options)
    await use(kiosk)
    await keepTraces(info, [kiosk.foyer])
    await kiosk.close()
  },
  foyer: ({ kiosk }, use) => use(kiosk.foyer),
  patient: ({ foyer }, use) => use(new Patient(foyer)),
  staff: ({ foyer }, use) => use(new StaffMember(foyer)),
  person: ({ kiosk }, use) => use(kiosk.people[0]),
  form: async ({ foyer, person }, use) => use(await openForeign(foyer, person)),
  place: async ({ options }, use) => {
    const place = await openPlace(options)
    await use(place)
    await place.close()
  },
  start: async ({ place }, use, info) => {
    const started: RunningFoyer[] = []
    await use(async () => {
      const foyer = await startFoyerIn(place)
      started.push(foyer)
      return foyer
    })
    await keepTraces(info, started)
    for (const foyer of started) await foyer.stop()
  },
})

export { expect } from '@playwright/test'
