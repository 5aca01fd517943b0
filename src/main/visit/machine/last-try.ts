import { longestWaitMs, recordSubject } from './actors.ts'
import { visit } from './visit-setup.ts'

/** Notes whether a wrong code now is the last that this contact takes for as long as anybody waits. */
export const noteLastCode = visit.assign(({ context: { ports, contact } }) => ({
  lastTry: contact !== null && ports.attempts.waitAfterMs('wrongCode', contact) > longestWaitMs,
}))

/** Notes whether a wrong date of birth now is the last that this record takes. */
export const noteLastDate = visit.assign(({ context: { ports, patientId } }) => ({
  lastTry:
    patientId !== null &&
    ports.attempts.waitAfterMs('wrongDateOfBirth', recordSubject(patientId)) > 0,
}))
