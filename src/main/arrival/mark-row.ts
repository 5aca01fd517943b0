import { z } from 'zod'
import { id } from '../../contract/values.ts'
import type { ArrivalRows } from '../vault/store/rows.ts'

/**
 * How far the mark of an arrival is. `off`: the clinic wants none; `ready`: nothing was sent; `asked`: it was sent, or
 * was about to be; `marked`: the service has it; `refused`: the service does not take it, or the appointment no longer
 * stands; `dropped`: it could not be handed over while it still meant something.
 */
const mark = z.enum(['off', 'ready', 'asked', 'marked', 'refused', 'dropped'])

/** An arrival that a patient confirmed; its id is that of its appointment. */
const markRow = z.strictObject({
  appointmentId: id,
  patientId: id,
  /** ms since 1970. */
  startsAt: z.number(),
  /** Whom it is with; null where nobody is named. */
  with: z.string().nullable(),
  /** When the patient confirmed it, in ms since 1970. */
  at: z.number(),
  mark,
  /** What became of telling whoever listens to this kiosk: not yet; they hear of it; nobody does. */
  told: z.enum(['pending', 'heard', 'nobody']),
})
/** See `markRow`. */
export type MarkRow = z.infer<typeof markRow>

/** Whether the service needs no further call. */
export function isMarkSettled({ mark }: MarkRow): boolean {
  return mark !== 'ready' && mark !== 'asked'
}

/** Whether the clinic knows of it, or will by itself: the patient need not say it again. */
export function isTaken({ mark, told }: MarkRow): boolean {
  return told === 'heard' || mark === 'ready' || mark === 'asked' || mark === 'marked'
}

/** The arrivals in the vault, and at hand. */
export interface MarkBook {
  all(): readonly MarkRow[]
  get(appointmentId: z.infer<typeof id>): MarkRow | undefined
  /** Durable when it returns; throws what the vault throws, and then the row is as it was. */
  write(row: MarkRow): void
  /** Deletes those that were confirmed before a moment (ms since 1970). */
  drop(before: number): void
  /** Resolves after the next row that is written. */
  changed(): Promise<void>
}

/** Opens the book. A row that another Foyer wrote in another way is deleted with its time. Throws what the vault throws. */
export function openMarkBook(rows: ArrivalRows): MarkBook {
  const known = new Map(
    rows.all().flatMap((text) => {
      const row = readRow(text)
      return row ? [[String(row.appointmentId), row] as const] : []
    }),
  )
  let watchers: (() => void)[] = []
  return {
    all: () => [...known.values()],
    get: (appointmentId) => known.get(String(appointmentId)),
    write(row) {
      const key = String(row.appointmentId)
      rows.write(key, row.at, JSON.stringify(row))
      known.set(key, row)
      const told = watchers
      watchers = []
      for (const tell of told) tell()
    },
    changed: () => new Promise((resolve) => watchers.push(resolve)),
    drop(before) {
      const old = [...known].filter(([, { at }]) => at < before)
      rows.drop(before)
      for (const [key] of old) known.delete(key)
    },
  }
}

function readRow(text: string): MarkRow | undefined {
  try {
    return markRow.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
