import type { Result } from '../../shared/result.ts'
import type {
  AnsweredForm,
  DiscardReason,
  IntakeFault,
  IntakeShown,
  IntakesShown,
  PdfFault,
} from '../../shared/staff-intakes.ts'
import type { Intake } from '../offline/intake.ts'

/** Writes an intake as a PDF where staff find it. Rejects only for a bug. */
export type SaveIntakePdf = (
  id: string,
) => Promise<Result<{ readonly file: string }, { readonly kind: PdfFault }>>

/** An intake that staff opened: as it stands, and what was read of it for that. */
export interface OpenIntake {
  readonly shown: IntakeShown
  /** Without its answers; null where it cannot be read. */
  readonly told: Intake | null
}

type Done = Result<null, { readonly kind: IntakeFault }>

/** The intakes of a kiosk as staff see and settle them. Each act is in the audit before it is done. */
export interface IntakesService {
  /** Nothing of a patient is in it. */
  list(): IntakesShown
  open(id: string): Result<OpenIntake, { readonly kind: IntakeFault }>
  /** How one that is open stands now: no further access, and no entry of the audit. */
  again(open: OpenIntake): OpenIntake
  /** What was answered, form by form. */
  read(id: string): Result<readonly AnsweredForm[], { readonly kind: IntakeFault }>
  /** `candidate`: its key in what is shown. */
  choose(id: string, candidate: string): Done
  createPatient(id: string): Done
  tryNow(id: string): Done
  takeOver(id: string): Done
  discard(id: string, reason: DiscardReason): Done
  /** Where there is none, staff are not offered to save one. */
  readonly savePdf: SaveIntakePdf | undefined
}
