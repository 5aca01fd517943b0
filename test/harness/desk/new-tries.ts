import { triesOf } from '../../../src/main/desk/feature.ts'
import { createAttempts } from '../../../src/main/visit/limits/attempts.ts'
import { memoryStore } from '../visit/memory-attempts.ts'

/** The tries of a member who tried nothing yet. */
export const newTries = () =>
  triesOf(createAttempts(memoryStore({ now: () => performance.now() })), 'ana')
