import { sameId, type Id } from '../../../../contract/values.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type { DiscardReason, IntakeFault } from '../../../../shared/staff-intakes.ts'
import type { StaffAct } from '../../../vault/audit/audit-kinds.ts'
import type { Intake } from '../intake.ts'
import type { Outbox } from './outbox.ts'
import { commandsOf, viewOutbox, type DeskCommand, type OutboxView } from './outbox-view.ts'
import { reachedStep, type OutboxRow, type OutboxStep } from './row.ts'
import { isInDoubt, notDone, packetFor } from './steps.ts'
import type { IntakeSource } from '../capture/capture-store.ts'

type Fault = { readonly kind: IntakeFault }
type Done = Result<null, Fault>

export type OutboxDesk = ReturnType<typeof openDesk>

/** Opens the desk of an outbox. Each act is audited before it is done; all throw what the vault throws. */
export function openDesk(parts: {
  readonly outbox: Outbox
  readonly source: Pick<IntakeSource, 'read'>
  readonly audit: (act: StaffAct, fields: Readonly<Record<string, string>>) => void
}) {
  const { outbox, source, audit } = parts
  const { book, now, schedule } = outbox

  function withRow(id: string, command: DeskCommand, carryOut: (row: OutboxRow) => Done): Done {
    const row = book.get(id)
    if (!row) return err({ kind: 'unknown' })
    if (outbox.inFlight() === id) return err({ kind: 'inFlight' })
    return commandsOf(row).includes(command) ? carryOut(row) : err({ kind: 'notPossible' })
  }
  const tell = (act: StaffAct, { helpNumber }: OutboxRow, more: Record<string, string> = {}) =>
    audit(act, { helpNumber, ...more })
  function goOn(row: OutboxRow, change: Partial<OutboxRow> = {}): Done {
    book.write({ ...row, attention: null, failures: 0, ...change })
    schedule.tryNow(row.id)
    if (change.choice) schedule.hold(row.id)
    outbox.wake()
    return ok(null)
  }
  const decide = (row: OutboxRow, state: OutboxStep) =>
    goOn(row, { state, choice: row.attention && { state: row.state, attention: row.attention } })

  return {
    view: (): OutboxView => viewOutbox(book.all(), schedule, now().at),
    /** Without any answer; null if it cannot be read. */
    open(id: string): Result<Intake | null, Fault> {
      const row = book.get(id)
      if (!row) return err({ kind: 'unknown' })
      tell('intakeOpened', row)
      const read = source.read(id)
      if (!read.ok) return ok(null)
      const forms = read.value.forms.map((form) => ({ ...form, answers: {} }))
      return ok({ ...read.value, forms })
    },
    read(id: string): Result<Intake, Fault> {
      const row = book.get(id)
      if (!row) return err({ kind: 'unknown' })
      tell('intakeRead', row)
      const read = source.read(id)
      return read.ok ? read : err({ kind: 'unknown' })
    },
    choose: (id: string, candidate: Id) =>
      withRow(id, 'choose', (row) => {
        const { attention, state } = row
        // As the service wrote it: a page may have made a text of a number.
        const chosen = attention?.candidates.find((each) => sameId(each.id, candidate))?.id
        if (!attention || chosen === undefined) return err({ kind: 'notPossible' })
        tell('intakeCandidateChosen', row, { record: String(chosen) })
        if (attention.reason === 'severalPackets' && 'patientId' in state)
          return decide(row, { step: 'prefill', patientId: state.patientId, packetId: chosen })
        return decide(row, packetFor(chosen))
      }),
    takeBack: (id: string) =>
      withRow(id, 'takeBack', (row) => {
        if (!row.choice) return err({ kind: 'notPossible' })
        tell('intakeChoiceTakenBack', row)
        return goOn(row, { ...row.choice, choice: null })
      }),
    createPatient: (id: string) =>
      withRow(id, 'createPatient', (row) => {
        tell('intakePatientWanted', row)
        const shown = row.attention?.candidates.map((each) => each.id) ?? []
        const ruledOut = row.state.step === 'createPatient' ? row.state.before : []
        const before = [...ruledOut, ...shown]
        return decide(row, { step: 'createPatient', creation: 'ready', before })
      }),
    tryNow: (id: string) =>
      withRow(id, 'tryNow', (row) => {
        tell('intakeTriedNow', row)
        return goOn(row)
      }),
    takeOver: (id: string) =>
      withRow(id, 'takeOver', (row) => {
        const from = reachedStep(row)
        if (from.step === 'discarded') return err({ kind: 'notPossible' })
        tell('intakeTakenOver', row)
        return goOn(row, { state: { step: 'takenOver', from, ...now() }, choice: null })
      }),
    sendAgain: (id: string) =>
      withRow(id, 'sendAgain', (row) => {
        tell('intakeSentAgain', row)
        return goOn(row, { state: goOnFrom(reachedStep(row)) })
      }),
    discard: (id: string, reason: DiscardReason) =>
      withRow(id, 'discard', (row) => {
        tell('intakeDiscarded', row, { reason })
        book.write({ ...row, state: { step: 'discarded' }, attention: null })
        book.remove(id)
        return ok(null)
      }),
  }
}

/** Tells how to go on with what ended: what may have been created is looked for first. */
function goOnFrom(step: OutboxStep): OutboxStep {
  if (step.step !== 'delivered') return isInDoubt(step) ? step : notDone(step)
  const { at: _at, measured: _measured, ...delivery } = step
  return { ...delivery, step: 'resend' }
}
