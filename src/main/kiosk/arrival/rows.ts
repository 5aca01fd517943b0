import { z } from 'zod'
import { id, type Id } from '../../../contract/values.ts'
import { readKept } from '../../base/parse-json.ts'
import type { ArrivalRows } from '../../vault/store/rows.ts'

const mark = z.enum([
  /** The clinic wants none. */
  'off',
  /** Nothing was sent. */
  'ready',
  /** It was sent, or was about to be. */
  'asked',
  /** The service has it. */
  'marked',
  /** The service does not accept it, or the appointment no longer stands. */
  'refused',
  /** It came too late to be useful. */
  'dropped',
])

/** An arrival that a patient confirmed; its id is that of its appointment. */
const markRow = z.strictObject({
  appointmentId: id,
  patientId: id,
  /** ms since 1970. */
  startsAt: z.number(),
  /** The practitioner; null where nobody is named. */
  with: z.string().nullable(),
  /** The moment of the patient's confirmation, in ms since 1970. */
  at: z.number(),
  mark,
  /** State of the report to this kiosk's listeners: not yet sent; someone will receive it; nobody will. */
  told: z.enum(['pending', 'heard', 'nobody']),
})
export type MarkRow = z.infer<typeof markRow>

/** True if the service needs no further call. */
export function isMarkSettled({ mark }: MarkRow): boolean {
  return mark !== 'ready' && mark !== 'asked'
}

/** True if the clinic knows of the arrival, or will without help: the patient need not report it again. */
export function isTaken({ mark, told }: MarkRow): boolean {
  return told === 'heard' || mark === 'ready' || mark === 'asked' || mark === 'marked'
}

/**
 * Opens the rows of one kind among the arrivals. One that another Foyer wrote in another way is deleted with its time.
 * Throws what the vault throws.
 */
function openRows<T extends { readonly at: number }>(
  rows: ArrivalRows,
  schema: z.ZodType<T>,
  keyOf: (row: T) => string,
) {
  const known = new Map<string, T>()
  for (const text of rows.all()) {
    const row = readKept(schema, text)
    if (row) known.set(keyOf(row), row)
  }
  let watchers: (() => void)[] = []
  return {
    known,
    /** Durable when it returns; throws what the vault throws, and then the row is as it was. */
    write: (row: T): void => {
      rows.write(keyOf(row), row.at, JSON.stringify(row))
      known.set(keyOf(row), row)
      const told = watchers
      watchers = []
      for (const tell of told) tell()
    },
    /** Resolves after the next row that is written. */
    changed: () => new Promise<void>((resolve) => watchers.push(resolve)),
  }
}

/** The arrivals in the vault, and at hand. */
export type MarkBook = ReturnType<typeof openMarkBook>

/** Opens the book. Throws what the vault throws. */
export function openMarkBook(rows: ArrivalRows) {
  const keyOf = ({ appointmentId }: MarkRow) => String(appointmentId)
  const { known, write, changed } = openRows(rows, markRow, keyOf)
  return {
    all: () => [...known.values()],
    get: (appointmentId: Id) => known.get(String(appointmentId)),
    write,
    changed,
    /** Deletes those that were confirmed before a moment (ms since 1970). */
    drop(before: number): void {
      const old = [...known].filter(([, { at }]) => at < before)
      rows.drop(before)
      for (const [key] of old) known.delete(key)
    },
  }
}

/** Arrival of a patient who was taken in without the network, by the id of their intake. */
const owedRow = z.strictObject({
  intakeId: z.string(),
  patientId: id,
  /** The moment at which they were there, in ms since 1970. */
  at: z.number(),
  /** True if the patient's appointment is still to be looked up. */
  isOwed: z.boolean(),
})
export type OwedRow = z.infer<typeof owedRow>

/** Opens what keeps, over restarts, whose appointments are still to be looked up; it is deleted with the arrivals. */
export function openOwedBook(rows: ArrivalRows) {
  const keyOf = ({ intakeId }: Pick<OwedRow, 'intakeId'>) => `intake ${intakeId}`
  const { known, write } = openRows(rows, owedRow, keyOf)
  return {
    /** Those that are, in the order in which they came. */
    owed: () => [...known.values()].filter(({ isOwed }) => isOwed),
    /** No effect on an intake that is known. */
    add(row: Omit<OwedRow, 'isOwed'>): void {
      if (!known.has(keyOf(row))) write({ ...row, isOwed: true })
    },
    /** It was looked up, or is not to be any more: it is not added again. */
    settle: (row: OwedRow) => write({ ...row, isOwed: false }),
  }
}
