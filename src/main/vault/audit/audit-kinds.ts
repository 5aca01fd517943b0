import type { AuditedEvent } from '../../kiosk/visit/log-port.ts'

type VisitKind =
  | AuditedEvent
  | 'formPageRefused'
  | 'formOriginRefused'
  /** Nothing of a visit is left in any window. */
  | 'wiped'

/** Acts of staff, as the audit names them. A value of a setting may stand there; a PIN or a secret never. */
export const staffActs = [
  'staffPadOpened',
  'staffEntered',
  // A member of the desk's staff is who they say, and has no role that does anything at a kiosk.
  'staffNotEntered',
  'staffLeft',
  'staffPinWrong',
  'staffPinLocked',
  // The desk refused the secret that a member of its staff typed at the kiosk.
  'staffSecretWrong',
  'staffPinChosen',
  'settingChanged',
  // The change of the previous entry was not taken.
  'settingNotChanged',
  'formOriginConfirmed',
  // Staff said that forms do not stand there.
  'formOriginDeclined',
  // Staff let forms load from there.
  'originAllowed',
  'requestSettled',
  'credentialKept',
  'credentialNotKept',
  'credentialRemoved',
  'takenOutOfService',
  'putInService',
  'auditVerified',
  // Fate of an intake that was taken without the network. Staff saw the patient's details; then the answers.
  'intakeOpened',
  'intakeRead',
  'intakeCandidateChosen',
  'intakeChoiceTakenBack',
  'intakeSentAgain',
  'intakePatientWanted',
  'intakeTriedNow',
  'intakeTakenOver',
  'intakeDiscarded',
  'intakeSaved',
  // The PDF of the previous entry was not written.
  'intakeNotSaved',
  // The clinic's desk, or its hub. The result is an entry of its own: `stationPaired`, `stationMoved` or `pairingRefused`.
  'pairingTried',
  // Staff do not forget what the desk asked them to forget.
  'wipeDeclined',
  'kioskLeft',
  'kioskForgotten',
] as const
export type StaffAct = (typeof staffActs)[number]

/**
 * Commands of a desk to this kiosk, with the member (`by`: their name; `member`: their id) and the reason; and their
 * outcome.
 */
type DeskKind = 'deskCommand' | 'deskCommandEnded'

/** Acts of a member of staff at a desk, each with the member's id. */
type DeskUseKind =
  /** They looked at something; each call that this took is a `call` with their id. */
  | 'deskQueried'
  /** They had something done, and why, where that must be said. */
  | 'deskChanged'
  /** The change in the previous entry failed. */
  | 'deskChangeFailed'
  /** A request of the desk's page was refused. */
  | 'deskRefused'
  /** A patient typed a code of the desk at a kiosk; `member` made it. */
  | 'deskCodeUsed'
  /** A code typed there opened nothing. */
  | 'deskCodeRefused'
  /** So many such tries were made while this code waited that it opens nothing any more. */
  | 'deskCodeVoided'

/** Requests of Foyer to the service, and the credentials used. */
type ServiceKind =
  | 'call'
  | 'credentialUsed'
  /** A test of the connection met an origin at which no form would be opened. */
  | 'formOriginTested'

/** Pairing of stations, here or on the other side. No code, key or secret stands there. */
type PairingKind =
  | 'pairingInvited'
  | 'stationPaired'
  | 'pairingRefused'
  | 'stationUnpaired'
  /** A kiosk found the desk or hub that it is paired with at another address (`to`). */
  | 'stationMoved'
  | 'clinicKeyChanged'

/** Acts of a hub. */
type HubKind =
  /** Somebody there asked a kiosk for something. */
  | 'commandSent'
  /** The PIN of that kiosk opened its panel, or was asked for there, `uses` times: `at`, by its clock; nobody is known by name. */
  | 'kioskPinUsed'

/**
 * Changes of a desk's members of staff, each with the member's id; names are kept for creation, renaming and sign-in.
 */
type MemberKind =
  /** The first administrator, the first member of all. */
  | 'memberSetUp'
  | 'memberCreated'
  /** Renamed, given other roles, deactivated or active again. */
  | 'memberChanged'
  /** A temporary PIN replaced the member's own secret. */
  | 'memberReset'
  | 'memberSecretChanged'
  | 'memberSecretWrong'
  | 'memberSignedIn'
  | 'memberSignedOut'
  /** A member confirmed the act `what` in a kiosk's panel with their own secret. */
  | 'memberConfirmed'
  /** A member took a role's rights, and why. */
  | 'emergencyTaken'
  /** Its time was over. */
  | 'emergencyEnded'
  /** An administrator saw that it was taken. */
  | 'emergencySeen'

/** Events of the vault and of the audit itself. */
type VaultKind =
  | 'started'
  | 'stopped'
  | 'keyRotated'
  // A copy of the whole vault was asked for; `moved`: it is to go on elsewhere, and here no more.
  | 'vaultExported'
  // It came out of such a copy.
  | 'vaultImported'
  // An administrator went on without the last changes (`count`), which were lost.
  | 'lossAccepted'
  /** Older entries were deleted; the rest is verified from here. */
  | 'checkpoint'
  /** The chain is not the one that was anchored outside this machine. */
  | 'rolledBack'

/**
 * Every kind of entry that is appended to the audit. A vault may hold others, of an older or newer Foyer: entries read
 * back have any text.
 */
export type AuditKind =
  | VisitKind
  | StaffAct
  | DeskKind
  | DeskUseKind
  | ServiceKind
  | PairingKind
  | HubKind
  | MemberKind
  | VaultKind
