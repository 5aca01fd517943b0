/** Reasons that a person is needed. */
export const requestReasons = [
  /** A patient tapped help. */
  'asked',
  /** They have no phone and no address here. */
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
  /** Forms do not open, or get lost. */
  'formTrouble',
  /** Nobody confirmed the forms' origin. */
  'formOrigin',
  /** They dispute the displayed appointment. */
  'arrivalNotRight',
  /** They came for one that is not here now, and want to talk to somebody; so for the next two. */
  'appointmentCancelled',
  'appointmentElsewhere',
  'appointmentRemote',
  /** Without the network, and the vault could not keep the intake. */
  'intakeNotKept',
  /** The service did not answer for longer than anybody waits. */
  'noAnswer',
  'refused',
  /** The service's answer cannot be read. */
  'unreadable',
  'bug',
  /** No patient, but the audit is not the one that was anchored outside this machine. */
  'auditRolledBack',
] as const
export type RequestReason = (typeof requestReasons)[number]

/** Finds the reason of that name; undefined for an unknown one, such as a newer station's. */
export const findReason = (name: unknown): RequestReason | undefined =>
  requestReasons.find((each) => each === name)
