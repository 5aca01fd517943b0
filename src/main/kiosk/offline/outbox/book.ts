import type { Id } from '../../../../contract/values.ts'
import type { OutboxRows } from '../../../vault/store/rows.ts'
import type { IntakeSource } from './ports.ts'
import { isComplete, reachedStep, readOutboxRow, type OutboxRow } from './row.ts'

const hourMs = 60 * 60_000
const dayHours = 24
/** Of each day that a delivered intake is kept, Foyer must have run at least so many hours: a clock that jumps ends nothing. */
const leastHoursADay = 4

/** The rows as they stand in the vault, and at hand. */
export type OutboxBook = ReturnType<typeof openBook>

/** Opens the book, and ends what a stop left half done. Throws what the vault throws. */
export function openBook(
  stored: OutboxRows,
  source: IntakeSource,
  onChange: (row?: OutboxRow) => void = () => undefined,
) {
  const rows = new Map<string, OutboxRow>()
  const unreadable = new Set<string>()
  for (const { id, row: text } of stored.all()) {
    const row = readOutboxRow(text)
    if (row) rows.set(id, row)
    else unreadable.add(id)
  }
  let lastSeq = Math.max(0, ...[...rows.values()].map(({ seq }) => seq))

  /** Is durable when it returns; throws what the vault throws, and then the row is as it was. */
  function write(row: OutboxRow) {
    stored.write({ id: row.id, seq: row.seq, row: JSON.stringify(row) })
    rows.set(row.id, row)
    onChange(row)
    settle(row)
  }
  function settle(row: OutboxRow) {
    if (isComplete(row) && 'at' in row.state)
      source.settle(row.id, new Date(row.state.at).toISOString())
  }
  /** Destroys an intake and its row. */
  function remove(id: string) {
    // The intake goes first: a finished one without a row would be handed over anew.
    source.remove(id)
    stored.remove(id)
    rows.delete(id)
    onChange()
  }
  function takeUp(id: string) {
    const read = source.read(id)
    const isKnown = read.ok && !unreadable.has(id)
    const intake = read.ok ? read.value : undefined
    write({
      id,
      seq: (lastSeq += 1),
      helpNumber: intake?.helpNumber ?? '',
      dateOfBirth: intake?.person.dateOfBirth ?? '',
      finishedAt: intake?.finishedAt ?? '',
      state: { step: 'match' },
      failures: 0,
      choice: null,
      // Progress of a lost row is unknown: to begin anew could create everything twice.
      attention: isKnown ? null : { reason: 'intakeUnreadable', candidates: [] },
    })
    unreadable.delete(id)
  }

  for (const row of rows.values()) {
    settle(row)
    if (row.state.step === 'discarded') remove(row.id)
  }
  return {
    /** In the order in which patients finished. */
    all: (): readonly OutboxRow[] => [...rows.values()],
    get: (id: string) => rows.get(id),
    write,
    remove,
    /** Takes up what patients finished since. */
    takeIn() {
      for (const id of source.finished()) if (!rows.has(id)) takeUp(id)
    },
    /** Lists the packets that belong to other intakes than this one. */
    claimedBesides: (id: string): readonly Id[] =>
      [...rows.values()].flatMap((row) => (row.id === id ? [] : packetsIn(row))),
  }
}

function packetsIn(row: OutboxRow): readonly Id[] {
  const step = reachedStep(row)
  return 'packetId' in step ? [step.packetId] : []
}

/**
 * Destroys intakes delivered whole or taken over that many days ago; keeps open ones. `now`: ms since 1970, and ms that
 * Foyer has run here.
 */
export function letGo(
  book: OutboxBook,
  keepDays: number,
  now: { readonly at: number; readonly measured: number },
): void {
  for (const row of book.all()) {
    const { state } = row
    if (!isComplete(row) || !('at' in state)) continue
    const ran = now.measured - state.measured
    const isOld = now.at - state.at >= keepDays * dayHours * hourMs
    const isLongRun = ran >= keepDays * dayHours * hourMs
    if (isLongRun || (isOld && ran >= keepDays * leastHoursADay * hourMs)) book.remove(row.id)
  }
}
