import * as z from 'zod/mini'

/**
 * Reason that a person is needed. `asked`: a patient tapped help; `noContact`: they have no phone and no address here;
 * `dateOfBirthOfAnother`: they came for somebody else, and gave a date that is not the record's; `formTrouble`: forms
 * do not open, or get lost; `unreadable`: the service's answer cannot be read; `formOrigin`: nobody confirmed the
 * forms' origin; `arrivalNotRight`: they dispute the displayed appointment; `appointmentCancelled`,
 * `appointmentElsewhere`, `appointmentRemote`: they came for one that is not here now, and want to talk to somebody;
 * `intakeNotKept`: without the network, and the vault could not keep the intake; `auditRolledBack`: no patient, but the
 * audit is not the one that was anchored outside this machine.
 */
export const requestReason = z.enum([
  'asked',
  'noContact',
  'noMatch',
  'severalMatches',
  'dateOfBirthNotMatched',
  'dateOfBirthOfAnother',
  'noDateOfBirthOnRecord',
  'tooManyCodes',
  'tooManyWrongCodes',
  'proofIncomplete',
  'formTrouble',
  'formOrigin',
  'arrivalNotRight',
  'appointmentCancelled',
  'appointmentElsewhere',
  'appointmentRemote',
  'intakeNotKept',
  'refused',
  'unreadable',
  'bug',
  'auditRolledBack',
])
export type RequestReason = z.infer<typeof requestReason>
