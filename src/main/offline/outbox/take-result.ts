import { statusOf } from '../../service/http/refusal.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import type { OutboxBook } from './book.ts'
import { judge } from './judge.ts'
import type { OutboxLine } from './ports.ts'
import type { Attention, OutboxRow, OutboxStep } from './row.ts'
import type { Schedule } from './schedule.ts'
import { begun, made, notDone, type StepResult } from './steps.ts'

interface Taking {
  readonly book: OutboxBook
  readonly schedule: Schedule
  readonly log: (line: OutboxLine) => void
}

/** Writes the result of a try, and the time of the next. `row`: its state before the try. */
export function takeResult(
  { book, schedule, log }: Taking,
  row: OutboxRow,
  result: StepResult,
): void {
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
  /** Nothing was carried out. */
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
        failures: failuresAfter(row, result.state),
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

/** A creation that was looked for and not found failed, however well the look went. */
const failuresAfter = ({ state, failures }: OutboxRow, after: OutboxStep) =>
  after.step === state.step ? failures : 0
