import type { Id } from '../../../contract/values.ts'

/** ms for which a completion says something: whatever is shown of forms was read anew by then. */
const keepMs = 10 * 60_000

/** Whose forms kiosks told of as completed a short while ago. In memory alone: who opens anew reads everything anew. */
export interface Completions {
  /** A kiosk told of it now. `wallTime`: ms since 1970. */
  note(patientId: Id, wallTime: number): void
  /** When the last one of each patient was heard, in ms since 1970. */
  all(): ReadonlyMap<string, number>
}

/** See `Completions`. */
export function createCompletions(): Completions {
  const heard = new Map<string, number>()
  return {
    note(patientId, wallTime) {
      for (const [patient, at] of heard) if (wallTime - at > keepMs) heard.delete(patient)
      heard.set(String(patientId), wallTime)
    },
    all: () => heard,
  }
}
