import { test as base } from '@playwright/test'
import { keepTraces } from './keep-traces.ts'
import { Patient } from './patient.ts'
import { startFoyer, type FoyerOptions, type RunningFoyer } from './running-foyer.ts'

interface Fixtures {
  /** Settings of the kiosk under test, and its size; `test.use({ options })`. */
  options: FoyerOptions
  foyer: RunningFoyer
  patient: Patient
}

/** A test with a whole Foyer of its own and a patient in front of it. A failure keeps a picture of the screen and the log. */
export const test = base.extend<Fixtures>({
  options: [{}, { option: true }],
  foyer: async ({ options }, use, info) => {
    const foyer = await startFoyer(options)
    try {
      await use(foyer)
      await keepTraces(info, [foyer])
    } finally {
      await foyer.stop()
    }
  },
  patient: async ({ foyer }, use) => {
    await use(new Patient(foyer))
  },
})

export { expect } from '@playwright/test'
