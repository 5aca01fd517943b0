import * as z from 'zod/mini'
import {
  commandAct,
  commandOutcome,
  lastingNotice,
  presence,
  stationId,
} from '../../../shared/bus/messages.ts'

const [helpAsked, , patientArrived, intakeWaits, , staffNeeded] = lastingNotice.def.options

/** ms since 1970. */
const time = z.int()
const from = stationId

/** A patient who needs somebody. `coming`: who said that they are on the way; null: nobody yet. */
const helpCall = z.strictObject({
  from,
  at: time,
  body: helpAsked,
  coming: z.nullable(z.string()),
})
export type HelpCall = z.infer<typeof helpCall>

const arrival = z.strictObject({ from, at: time, body: patientArrived })

/** A patient whom a kiosk sent to a person. */
const neededStaff = z.strictObject({ from, at: time, body: staffNeeded })
export type NeededStaff = z.infer<typeof neededStaff>

const waitingIntake = z.strictObject({ from, at: time, body: intakeWaits })

/** A command that was sent from here, and what became of it; null: not heard yet. */
const sentCommand = z.strictObject({
  id: z.string(),
  to: stationId,
  act: commandAct,
  by: z.string(),
  at: time,
  outcome: z.nullable(commandOutcome.shape.outcome),
})
export type SentCommand = z.infer<typeof sentCommand>

/** What a hub knows of its kiosks and their patients, each list with the oldest first. */
export const overview = z.strictObject({
  help: z.array(helpCall),
  needed: z.array(neededStaff),
  arrivals: z.array(arrival),
  intakes: z.array(waitingIntake),
  stations: z.array(presence),
  commands: z.array(sentCommand),
  connection: z.enum(['alone', 'connecting', 'connected', 'refused']),
})
export type Overview = z.infer<typeof overview>

/** The same without a patient's name: a terminal may be seen by others. */
export function withoutNames(all: Overview): Overview {
  return {
    ...all,
    arrivals: all.arrivals.map((one) => ({ ...one, body: { ...one.body, name: null } })),
  }
}
