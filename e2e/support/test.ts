import { test as base } from '@playwright/test'
import type { Page } from 'playwright-core'
import { openPlace, type FoyerOptions, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { canaryPatient } from '../../test/leak-scan/canary.ts'
import { openForeign } from './foreign.ts'
import { keepTraces } from './keep-traces.ts'
import { Patient } from './patient.ts'
import { startFoyerIn, type RunningFoyer } from './running-foyer.ts'
import { shareKiosks, type LentKiosk, type Person } from './shared-kiosk.ts'
import { StaffMember } from './staff.ts'

interface Fixtures {
  /** Settings of the kiosk under test, and its size; `test.use({ options })`. */
  options: FoyerOptions
  /** The worker's kiosk of these settings, which tests share one after another; what each leaves is wiped. */
  kiosk: LentKiosk
  foyer: RunningFoyer
  patient: Patient
  staff: StaffMember
  /** A patient whom no test had before, for whom one packet waits. */
  person: Person
  /** The page of somebody else’s that `options.foreign` names, at which that patient has arrived. */
  form: Page
  /** Place of a kiosk that this test has for itself, from its first start on. */
  place: KioskPlace
  /** Starts Foyer there; each is ended after the test. */
  start: () => Promise<RunningFoyer>
}

interface WorkerFixtures {
  share: ReturnType<typeof shareKiosks>
}

/** A test in front of a whole Foyer. A failure keeps a picture of the screen and the log. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  options: [{}, { option: true }],
  share: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads it
    async ({}, use) => {
      const share = shareKiosks()
      await use(share)
      await share.close()
    },
    { scope: 'worker' },
  ],
  kiosk: async ({ share, options }, use, info) => {
    const lent = await share.lend(options, info.title)
    await use(lent)
    await keepTraces(info, [lent.foyer])
    await lent.giveBack()
  },
  foyer: ({ kiosk }, use) => use(kiosk.foyer),
  patient: ({ kiosk }, use) => {
    const patient = new Patient(kiosk.foyer)
    // Nobody else answers so.
    patient.answer += ` ${canaryPatient().lastName}`
    kiosk.gives(patient.answer)
    return use(patient)
  },
  staff: ({ foyer }, use) => use(new StaffMember(foyer)),
  person: ({ kiosk }, use) => use(kiosk.person()),
  form: async ({ foyer, person }, use) => use(await openForeign(foyer, undefined, person)),
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
