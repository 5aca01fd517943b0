import { waitingIntakes } from '../kiosks.ts'
import { defineOperations, nothing } from '../operation.ts'

/** Intakes that were taken without the network. They are settled at the kiosk that keeps them, and nowhere else. */
export const intakeOperations = defineOperations({
  queries: {
    /** Those that need a person, as kiosks tell of them. */
    waitingIntakes: {
      right: { place: 'intakes', act: 'see' },
      input: nothing,
      output: waitingIntakes,
    },
  },
  commands: {},
})
