import { z } from 'zod'
import { id } from '../../contract/values.ts'
import type { ArrivalRows } from '../vault/store/rows.ts'

/** The arrival of a patient who was taken in without the network, by the intake that they gave. */
const owedRow = z.strictObject({
  intakeId: z.string(),
  patientId: id,
  /** When they were there, in ms since 1970. */
  at: z.number(),
  /** Whether their appointment is still to be looked up. */
  isOwed: z.boolean(),
})
/** See `owedRow`. */
export type OwedRow = z.infer<typeof owedRow>

/** Whose appointments are still to be looked up, over restarts. */
export interface OwedBook {
  /** Those that are, in the order in which they came. */
  owed(): readonly OwedRow[]
  /** Durable when it returns; throws what the vault throws. No effect on an intake that is known. */
  add(row: Omit<OwedRow, 'isOwed'>): void
  /** It was looked up, or is not to be any more: it is not added again. */
  settle(row: OwedRow): void
}

/** Opens the book; it stands among the arrivals, and is deleted with them. Throws what the vault throws. */
export function openOwedBook(rows: ArrivalRows): OwedBook {
  const known = new Map<string, OwedRow>()
  for (const text of rows.all()) {
    const row = readRow(text)
    if (row) known.set(row.intakeId, row)
  }
  function write(row: OwedRow) {
    rows.write(`intake ${row.intakeId}`, row.at, JSON.stringify(row))
    known.set(row.intakeId, row)
  }
  return {
    owed: () => [...known.values()].filter(({ isOwed }) => isOwed),
    add(row) {
      if (!known.has(row.intakeId)) write({ ...row, isOwed: true })
    },
    settle: (row) => write({ ...row, isOwed: false }),
  }
}

function readRow(text: string): OwedRow | undefined {
  try {
    return owedRow.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
