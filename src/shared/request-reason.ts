export const requestReasons = [
  'asked',
  'noContact',
  'noMatch',
  'severalMatches',
  'dateOfBirthNotMatched',
  /** They came for somebody else, and gave a date that is not the record's. */
  'dateOfBirthOfAnother',
  'noDateOfBirthOnRecord',
  'tooManyCodes',
  'tooManyWrongCodes',
  'proofIncomplete',
  'formTrouble',
  'formOrigin',
  'arrivalNotRight',
  /** They came for one that is not here now, and want to talk to somebody; so for the next two. */
  'appointmentCancelled',
  'appointmentElsewhere',
  'appointmentRemote',
  'intakeNotKept',
  'noAnswer',
  'refused',
  'unreadable',
  'bug',
  /** No patient, but the audit is not the one that was anchored outside this machine. */
  'auditRolledBack',
] as const
export type RequestReason = (typeof requestReasons)[number]

/** Finds the reason of that name; undefined for an unknown one, such as a newer station's. */
export const findReason = (name: unknown): RequestReason | undefined =>
  requestReasons.find((each) => each === name)
