import type { IntakeShown } from '../../../../shared/staff-intakes.ts'
import { elementsOf, type Intake } from '../intake.ts'
import type { Attention, OutboxRow, Remain } from './row.ts'
import { isComplete } from './row.ts'
import { isTried, type Schedule } from './schedule.ts'
import { isInDoubt } from './steps.ts'

export type DeskCommand = IntakeShown['can'][number]

export type OutboxView = ReturnType<typeof viewOutbox>

/** Summarises the rows now. `wallTime`: ms since 1970. */
export function viewOutbox(
  rows: readonly OutboxRow[],
  schedule: Pick<Schedule, 'nextInMs'>,
  wallTime: number,
) {
  const waiting = rows.filter((row) => isTried(row) && !row.attention)
  const nextInMs = schedule.nextInMs(rows)
  return {
    waiting: waiting.map(rowView),
    /** ISO date-time. */
    oldest: waiting.map(({ finishedAt }) => finishedAt).sort()[0] ?? null,
    /** ms since 1970; null where nothing waits. */
    nextTryAt: nextInMs === null ? null : wallTime + nextInMs,
    needsPerson: rows.flatMap((row) =>
      row.attention ? [{ ...rowView(row), ...row.attention }] : [],
    ) as readonly (ReturnType<typeof rowView> & Attention)[],
    remaining: rows.flatMap((row) => {
      if (row.state.step !== 'delivered' || isComplete(row)) return []
      const { delivered, of, remains, isOtherVersion } = row.state
      return [{ ...rowView(row), delivered, of, remains, isOtherVersion }]
    }),
    complete: rows.filter(isComplete).map(rowView),
  }
}

const rowView = (row: OutboxRow) => ({
  id: row.id,
  helpNumber: row.helpNumber,
  finishedAt: row.finishedAt,
  can: commandsOf(row),
})

/** Lists the commands that a row allows. */
export function commandsOf(row: OutboxRow): readonly DeskCommand[] {
  if (row.state.step === 'discarded') return []
  const always = ['takeOver', 'discard'] as const
  if (isComplete(row)) return ['sendAgain']
  if (row.state.step === 'delivered') return ['takeOver', 'sendAgain']
  if (!row.attention) return [...(row.choice ? (['takeBack'] as const) : []), 'tryNow', ...always]
  const { reason, candidates } = row.attention
  if (reason === 'intakeUnreadable') return always
  const isUnmatched = ['noMatch', 'severalMatches', 'unproved'].includes(reason)
  return [
    ...(candidates.length > 0 ? (['choose'] as const) : []),
    // A try in doubt may have made the patient that is shown.
    ...(isUnmatched && !isInDoubt(row.state) ? (['createPatient'] as const) : []),
    'tryNow',
    ...always,
  ]
}

/** Finds the question of what remains, as the form asked it; undefined where the form does not know it. */
export function labelOf(intake: Intake, { form, element }: Remain): string | undefined {
  const template = intake.forms[form]?.template
  return template && elementsOf(template).find(({ id }) => String(id) === element)?.label
}
