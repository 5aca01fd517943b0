import * as z from 'zod/mini'
import { helpCalls } from '../kiosks.ts'
import { defineOperations, nothing } from '../operation.ts'
import { reference } from '../references.ts'

const changes = { place: 'help', act: 'change' } as const
const one = z.strictObject({ call: reference })

/** Patients who need somebody, as kiosks tell of them. */
export const helpOperations = defineOperations({
  queries: {
    /** Who needs somebody now. */
    helpCalls: { right: { place: 'help', act: 'see' }, input: nothing, output: helpCalls },
  },
  commands: {
    /** Tells who asked for help, on the kiosk's screen, that somebody is on the way. */
    comeToHelp: { right: changes, input: one, output: z.null() },
    /** Somebody takes care of who was sent to the desk: nobody is told of them any more. */
    takeCareOf: { right: changes, input: one, output: z.null() },
  },
})
