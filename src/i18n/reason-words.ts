import type { Locale } from '../shared/ipc.ts'
import type { RequestReason } from '../shared/request-reason.ts'
import { m } from './paraglide/messages.js'

/** A text of the catalogue that needs nothing but the language. */
export type Words = (inputs?: Record<string, never>, options?: { locale?: Locale }) => string

/** Reasons why a person is needed, in words for staff. */
export const reasonWords: Readonly<Record<RequestReason, Words>> = {
  asked: m.staff_reason_asked,
  noContact: m.staff_reason_no_contact,
  noMatch: m.staff_reason_no_match,
  severalMatches: m.staff_reason_several_matches,
  dateOfBirthNotMatched: m.staff_reason_birth_not_matched,
  dateOfBirthOfAnother: m.staff_reason_birth_of_another,
  arrivalNotRight: m.staff_reason_arrival_not_right,
  appointmentCancelled: m.staff_reason_appointment_cancelled,
  appointmentElsewhere: m.staff_reason_appointment_elsewhere,
  appointmentRemote: m.staff_reason_appointment_remote,
  noDateOfBirthOnRecord: m.staff_reason_no_birth_on_record,
  tooManyCodes: m.staff_reason_too_many_codes,
  tooManyWrongCodes: m.staff_reason_too_many_wrong_codes,
  proofIncomplete: m.staff_reason_proof_incomplete,
  formTrouble: m.staff_reason_form_trouble,
  formOrigin: m.staff_reason_form_origin,
  intakeNotKept: m.staff_reason_intake_not_kept,
  noAnswer: m.staff_reason_no_answer,
  refused: m.staff_reason_refused,
  unreadable: m.staff_reason_unreadable,
  bug: m.staff_reason_bug,
  auditRolledBack: m.staff_reason_audit_rolled_back,
}
