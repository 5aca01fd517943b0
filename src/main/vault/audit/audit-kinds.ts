/** What happened in a visit, or was refused in one. */
type VisitKind =
  | 'visitStarted'
  | 'visitEnded'
  | 'staffNeeded'
  | 'helpRequested'
  /** Staff opened the visit without the date of birth to help with it, and no longer do. */
  | 'staffAssisted'
  | 'staffAssistEnded'
  /** The patient took a picture, and it is handed to the form's page; nothing of it is kept. */
  | 'pictureGiven'
  /** Unusually many codes were asked for that nobody typed. */
  | 'unusualCodes'
  | 'kioskOutOfService'
  | 'kioskBackInService'
  | 'commandRefused'
  | 'formPageRefused'
  | 'formOriginRefused'
  /** Nothing of a visit is left in any window. */
  | 'wiped'

/** What staff did, as the audit names it. A value of a setting may stand there; a PIN or a secret never. */
export type StaffAct =
  | 'staffPadOpened'
  | 'staffEntered'
  | 'staffLeft'
  | 'staffPinWrong'
  | 'staffPinLocked'
  | 'staffPinChosen'
  | 'settingChanged'
  /** The change that the entry before tells of was not taken. */
  | 'settingNotChanged'
  | 'formOriginConfirmed'
  /** Staff said that forms do not stand there. */
  | 'formOriginDeclined'
  /** Staff let forms load from there. */
  | 'originAllowed'
  | 'requestSettled'
  | 'credentialKept'
  | 'credentialNotKept'
  | 'credentialRemoved'
  | 'takenOutOfService'
  | 'putInService'
  | 'auditVerified'
  | 'kioskLeft'
  | 'kioskForgotten'

/** What Foyer asked the service, and with what. */
type ServiceKind =
  | 'call'
  | 'credentialUsed'
  /** A test of the connection met an origin at which no form would be opened. */
  | 'formOriginTested'

/** What became of the vault and of the audit itself. */
type VaultKind =
  | 'started'
  | 'stopped'
  | 'keyRotated'
  /** Older entries were let go of; what remains is verified from here. */
  | 'checkpoint'
  /** The chain is not the one that was anchored outside this machine. */
  | 'rolledBack'

/**
 * Every kind of entry that is appended to the audit. A vault may hold others, of a Foyer before or after this one:
 * what is read has any text as its kind.
 */
export type AuditKind = VisitKind | StaffAct | ServiceKind | VaultKind
