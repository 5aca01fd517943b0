import { createSuppressor } from '../base/suppressor.ts'

/** A line of the log about the bus; no field of it is of a patient, and none names a station. */
export type BusLog = (message: string, fields: Readonly<Record<string, string>>) => void

export type BusLines = ReturnType<typeof busLines>

/** ms between two identical lines: a station that floods the bus must not flood the log. */
const quietMs = 60_000

/** Creates the log lines of the bus. */
export function busLines(log: BusLog, now: () => number) {
  const lines = createSuppressor({ quietMs, most: 100, now })
  const line = (message: string, reason: string) => {
    if (lines.isNew(`${message} ${reason}`)) log(message, { reason })
  }
  return {
    refused: (reason: string) => line('bus: a message was refused', reason),
    dropped: (reason: string) => line('bus: a message was dropped', reason),
    failed: (reason: string) => line('bus: a message was not delivered', reason),
    connection: (state: string, detail: string | null) =>
      log(`bus: ${state}`, detail === null ? {} : { detail }),
  }
}
