import type { SteadyClock } from '../../../base/clock.ts'
import { pause } from '../../../base/timers.ts'
import { kindOfThrown, pollMs, runInTurns } from '../../../base/turns.ts'
import { isReachable, type ConnectionState } from '../../../../shared/connection.ts'
import type { OutboxRows } from '../../../vault/store/rows.ts'
import type { ServiceError, ServiceErrorKind } from '../../../intake/http/errors.ts'
import { statusOf } from '../../../intake/http/refusal.ts'
import type { Intake } from '../intake.ts'
import type { IntakeDelivery } from './delivery.ts'
import { reachedStep, isComplete, readOutboxRow } from './row.ts'
import type { Attention, OutboxRow, StepName } from './row.ts'
import { createSchedule } from './schedule.ts'
import { begun, isInDoubt, judge, made, notDone, person, tryStep } from './steps.ts'
import type { StepResult, OutboxSettings } from './steps.ts'
import type { Id } from '../../../../contract/values.ts'
import type { IntakeSource } from '../capture/capture-store.ts'

export interface OutboxLine {
  readonly helpNumber: string
  readonly step: StepName
  readonly outcome: 'done' | 'again' | 'inDoubt' | Attention['reason']
  readonly error?: ServiceErrorKind | 'vault' | 'bug'
  readonly status?: number
}

export interface OutboxParts {
  readonly rows: OutboxRows
  readonly source: IntakeSource
  readonly delivery: IntakeDelivery
  readonly settings: () => OutboxSettings
  readonly connection: () => ConnectionState
  readonly isBusy: () => boolean
  /** One that cannot jump: a request in doubt is looked for only once it must have been carried out. */
  readonly clock: SteadyClock
  readonly measured: () => number
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly log: (line: OutboxLine) => void
  readonly onChange?: (row?: OutboxRow) => void
}

export type Outbox = ReturnType<typeof startOutbox>

/** ms for which a patient's call is let pass at most, before each step; and between two looks at it. */
const courtesy = { mostMs: 2_000, stepMs: 50 } as const

/** True if another row may be of the same person and may have created a record like that which `row` looks for. */
function isDoubtful(other: OutboxRow, row: OutboxRow): boolean {
  const step = reachedStep(other)
  const looked = row.state.step === 'createPacket' ? 'createPacket' : 'createPatient'
  return (
    other.id !== row.id &&
    other.dateOfBirth === row.dateOfBirth &&
    step.step === looked &&
    isInDoubt(step)
  )
}

/** Opens the outbox and begins to hand over. Throws what the vault throws. */
export function startOutbox(parts: OutboxParts) {
  const { clock, connection, log, source } = parts
  const book = openBook(parts.rows, source, parts.onChange)
  const schedule = createSchedule(() => clock.now(), parts.random)
  const stopped = new AbortController()
  let current: string | null = null
  let wasUsable = true
  let isFresh = false
  let kept: { readonly id: string; readonly intake: Intake } | undefined

  /** ms since 1970, and ms that Foyer has run here. */
  const now = () => ({ at: clock.wallTime(), measured: parts.measured() })

  async function attempt(due: OutboxRow): Promise<void> {
    if (kept?.id !== due.id) {
      const read = source.read(due.id)
      kept = read.ok ? { id: due.id, intake: read.value } : undefined
    }
    const intake = kept?.intake
    const before = due.state
    const isSent = begun(before) !== before || before.step === 'prefill'
    const row = isSent ? { ...due, choice: null } : due
    if (!intake) {
      takeResult(row, person('intakeUnreadable'))
      return
    }
    if (isSent) book.write({ ...row, state: begun(before) })
    if (begun(before) !== before) schedule.asked(row.id)
    const result = await tryStep(before, {
      intake,
      delivery: parts.delivery,
      settings: parts.settings(),
      claimed: book.claimedBesides(row.id),
      isDoubtBeside: book.all().some((other) => isDoubtful(other, row)),
      isCalm: schedule.isCalm(row.id),
      now,
      signal: stopped.signal,
    })
    takeResult(row, result)
  }

  function takeResult(row: OutboxRow, result: StepResult): void {
    const { id, helpNumber, state } = row
    const isAsking = begun(state) !== state
    const tell = (outcome: OutboxLine['outcome'], error?: ServiceError) => {
      const status = error && statusOf(error)
      log({
        helpNumber,
        step: state.step,
        outcome,
        ...(error && { error: error.kind }),
        ...(status !== undefined && { status }),
      })
    }
    const untouched = isAsking ? notDone(state) : state

    function needsPerson(attention: Attention, after = untouched, error?: ServiceError) {
      book.write({ ...row, state: after, attention, failures: 0 })
      if (attention.reason === 'accessRevoked') schedule.refusedAccess(id)
      tell(attention.reason, error)
    }
    function unnamed() {
      schedule.asked(id)
      book.write({ ...row, state: made(state), attention: null })
      tell('inDoubt')
    }

    switch (result.kind) {
      case 'next':
        book.write({
          ...row,
          state: result.state,
          attention: null,
          // A creation that was looked for and not found failed, however well the look went.
          failures: result.state.step === state.step ? row.failures : 0,
        })
        schedule.succeeded(id)
        return tell('done')
      case 'person':
        return needsPerson(result.attention, result.state)
      case 'unnamed':
        return unnamed()
      case 'notYet':
        schedule.wait(id)
        return tell('inDoubt')
      case 'failed': {
        const { error, refusal } = result
        const verdict = judge(error, row.failures, result.creates === true)
        if (verdict.kind === 'unnamed') return unnamed()
        if (verdict.kind === 'person') {
          const reason = verdict.reason === 'refused' && refusal ? refusal : verdict.reason
          return needsPerson({ reason, candidates: [] }, untouched, error)
        }
        const isDoubt = verdict.kind === 'inDoubt'
        const failures = row.failures + 1
        const after = isDoubt ? begun(state) : untouched
        // Obey the service's requested delay, even if the vault fails.
        schedule.failed(id, failures, verdict.afterMs)
        if (isDoubt) schedule.asked(id)
        book.write({ ...row, state: after, attention: null, failures })
        return tell(isDoubt ? 'inDoubt' : 'again', error)
      }
    }
  }

  async function letPass() {
    for (let waited = 0; parts.isBusy() && waited < courtesy.mostMs; waited += courtesy.stepMs)
      await pause(clock, courtesy.stepMs, stopped.signal)
  }

  async function once(): Promise<number> {
    if (!isFresh) {
      book.takeIn()
      letGo(book, parts.settings().keepDeliveredDays, now())
      isFresh = true
    }
    const isUsable = isReachable(connection())
    if (isUsable && !wasUsable) schedule.tryNow()
    wasUsable = isUsable
    if (!isUsable) return pollMs
    if (!schedule.pick(book.all())) {
      kept = undefined
      return Math.min(pollMs, schedule.nextInMs(book.all()) ?? pollMs)
    }
    await letPass()
    // Staff may have decided something meanwhile.
    const row = schedule.pick(book.all())
    if (stopped.signal.aborted || !row) return 0
    current = row.id
    await attempt(row)
    return 0
  }

  async function turn(): Promise<number> {
    try {
      const waitMs = await once()
      if (waitMs > 0) isFresh = false
      return waitMs
    } catch (error) {
      // The vault cannot be written, or a call not be audited: nothing is known to be done, and all stays as it is.
      schedule.rest()
      isFresh = false
      const row = current === null ? undefined : book.get(current)
      if (current !== null) schedule.failed(current, 1, 0)
      const { helpNumber = '', state: { step } = { step: 'match' as const } } = row ?? {}
      log({ helpNumber, step, outcome: 'again', error: kindOfThrown(error) })
      return pollMs
    } finally {
      current = null
    }
  }
  const turns = runInTurns(clock, turn, stopped)
  return {
    book,
    now,
    schedule,
    inFlight: () => current,
    wake() {
      isFresh = false
      turns.wake()
    },
    /** Ends it; a try under way is given up, and is in doubt at the next start if it was creating. */
    stop: () => turns.stop(),
  }
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** Of each day that a delivered intake is kept, Foyer must have run at least so long: a clock that jumps ends nothing. */
const leastMsADay = 4 * hourMs

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
  function remove(id: string) {
    // The intake goes first: a finished one without a row would be handed over anew.
    source.remove(id)
    stored.remove(id)
    rows.delete(id)
    onChange()
  }
  for (const row of rows.values()) {
    settle(row)
    if (row.state.step === 'discarded') remove(row.id)
  }
  return {
    all: (): readonly OutboxRow[] => [...rows.values()],
    get: (id: string) => rows.get(id),
    write,
    remove,
    takeIn() {
      for (const id of source.finished()) {
        if (rows.has(id)) continue
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
    },
    claimedBesides: (id: string): readonly Id[] =>
      [...rows.values()].flatMap((row) => {
        const step = reachedStep(row)
        return row.id !== id && 'packetId' in step ? [step.packetId] : []
      }),
  }
}

/** Destroys what was delivered whole or taken over. `now`: ms since 1970, and ms that Foyer has run here. */
function letGo(
  book: ReturnType<typeof openBook>,
  keepDays: number,
  now: { readonly at: number; readonly measured: number },
): void {
  for (const row of book.all()) {
    const { state } = row
    if (!isComplete(row) || !('at' in state)) continue
    const ran = now.measured - state.measured
    const isOld = now.at - state.at >= keepDays * dayMs && ran >= keepDays * leastMsADay
    if (isOld || ran >= keepDays * dayMs) book.remove(row.id)
  }
}
