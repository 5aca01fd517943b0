import * as z from 'zod/mini'

/** State of a patient's call for help: the desk was `told`; somebody is `coming`. */
export const helpHeard = z.enum(['told', 'coming'])
export type HelpHeard = z.infer<typeof helpHeard>
