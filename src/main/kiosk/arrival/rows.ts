import { z } from 'zod'
import { id, type Id } from '../../../contract/values.ts'
import { readKept } from '../../base/parse-json.ts'
import type { ArrivalRows } from '../../vault/store/rows.ts'

/** `off`: the clinic wants none; `asked`: sent, or about to be; `refused`: not taken, or cancelled; `dropped`: too late. */
const mark = z.enum(['off', 'ready', 'asked', 'marked', 'refused', 'dropped'])

const markRow = z.strictObject({
  appointmentId: id,
  patientId: id,
  /** ms since 1970. */
  startsAt: z.number(),
  with: z.string().nullable(),
  /** ms since 1970: the patient's confirmation. */
  at: z.number(),
  mark,
  /** State of the report to this kiosk's listeners: not yet sent; someone will receive it; nobody will. */
  told: z.enum(['pending', 'heard', 'nobody']),
})
export type MarkRow = z.infer<typeof markRow>

/** Tells whether the service needs no further call. */
export function isMarkSettled({ mark }: MarkRow): boolean {
  return mark !== 'ready' && mark !== 'asked'
}

/** Tells whether the clinic knows of the arrival, or will without help: the patient need not report it again. */
export function isTaken({ mark, told }: MarkRow): boolean {
  return told === 'heard' || mark === 'ready' || mark === 'asked' || mark === 'marked'
}

/** A row that another Foyer wrote in another way is deleted with its time. Throws what the vault throws. */
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
  const watchers: (() => void)[] = []
  return {
    known,
    /** Durable when it returns; throws what the vault throws, and then the row is as it was. */
    write: (row: T): void => {
      rows.write(keyOf(row), row.at, JSON.stringify(row))
      known.set(keyOf(row), row)
      for (const tell of watchers.splice(0)) tell()
    },
    changed: () => new Promise<void>((resolve) => watchers.push(resolve)),
  }
}

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
    drop(before: number): void {
      const old = [...known].filter(([, { at }]) => at < before)
      rows.drop(before)
      for (const [key] of old) known.delete(key)
    },
  }
}

const owedRow = z.strictObject({
  intakeId: z.string(),
  patientId: id,
  at: z.number(),
  isOwed: z.boolean(),
})
export type OwedRow = z.infer<typeof owedRow>

/** Opens what keeps, over restarts, whose appointments are still to be looked up; it is deleted with the arrivals. */
export function openOwedBook(rows: ArrivalRows) {
  const keyOf = ({ intakeId }: Pick<OwedRow, 'intakeId'>) => `intake ${intakeId}`
  const { known, write } = openRows(rows, owedRow, keyOf)
  return {
    owed: () => [...known.values()].filter(({ isOwed }) => isOwed),
    add(row: Omit<OwedRow, 'isOwed'>): void {
      if (!known.has(keyOf(row))) write({ ...row, isOwed: true })
    },
    settle: (row: OwedRow) => write({ ...row, isOwed: false }),
  }
}
