import type { Screen } from '../../../shared/ipc.ts'
import type { StaffFacts } from './facts.ts'
import type { StaffSessionContext } from './session-types.ts'

/** How many intakes there are, by what is to be done. */
export function countsOf({ intakes }: StaffFacts) {
  return (
    intakes && {
      waiting: intakes.waiting.length,
      needsPerson: intakes.needsPerson.length,
      remaining: intakes.remaining.length,
    }
  )
}

/** The intakes, or the one that is open. */
export function intakesPage(context: StaffSessionContext, isSaving: boolean): Screen {
  const { facts, intake, answers, ports } = context
  if (intake === null)
    return {
      name: 'staffIntakes',
      connection: facts.connection.state,
      connectionSince: facts.connection.since,
      intakes: facts.intakes,
      kept: facts.waitingIntakes,
      note: context.intakeNote,
    }
  return {
    name: 'staffIntake',
    intake: intake.read().shown,
    answers: answers && [...answers.read()],
    fault: context.intakeFault,
    errorCount: context.errorCount,
    canSavePdf: ports.intakes?.savePdf !== undefined,
    pdf: pdfShown(context, isSaving),
  }
}

function pdfShown({ pdf }: StaffSessionContext, isSaving: boolean) {
  if (isSaving) return { state: 'saving' as const }
  if (pdf === null) return null
  return 'file' in pdf
    ? { state: 'saved' as const, file: pdf.file }
    : { state: 'notSaved' as const, why: pdf.kind }
}
