import * as z from 'zod/mini'
import { command, commandOutcome, stationId } from '../../../shared/bus/messages.ts'
import type { KeptText } from './kept-text.ts'

/** Commands that are remembered at most; older ones could not come again, being long too late. */
const most = 200

const entry = z.strictObject({
  id: z.string(),
  from: stationId,
  command,
  /** When it is too late, by this kiosk's clock; ms since 1970. */
  deadline: z.number(),
  /** Whether the audit says that it came. */
  isAudited: z.boolean(),
  /** Null while it waits for its moment. */
  outcome: z.nullable(commandOutcome),
})
/** A command that came, and what became of it. */
export type BookedCommand = z.infer<typeof entry>

/** The commands that came to this kiosk, over restarts: by it each is carried out once. */
export interface CommandBook {
  get(id: string): BookedCommand | undefined
  /** Those that wait, in the order in which they came. */
  waiting(): readonly BookedCommand[]
  /** Keeps it in place of what was kept of that id. */
  put(booked: BookedCommand): void
}

/** Opens the book; what another Foyer wrote in another way is forgotten. */
export function openCommandBook(kept: KeptText): CommandBook {
  const read = z.array(entry).safeParse(JSON.parse(kept.read() ?? '[]'))
  let entries = read.success ? read.data : []
  return {
    get: (id) => entries.find((each) => each.id === id),
    waiting: () => entries.filter(({ outcome }) => outcome === null),
    put(booked) {
      const others = entries.filter(({ id }) => id !== booked.id)
      const next = entries.some(({ id }) => id === booked.id)
        ? entries.map((each) => (each.id === booked.id ? booked : each))
        : [...others, booked]
      // One that waits is never the one to be forgotten.
      const spare = next.length - most
      const old = next.filter(({ outcome }) => outcome !== null).slice(0, Math.max(0, spare))
      entries = next.filter((each) => !old.includes(each))
      kept.write(JSON.stringify(entries))
    },
  }
}
