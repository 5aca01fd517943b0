import type { AuditedEvent } from '../../visit/log-port.ts'

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
  // What a member of the desk's staff typed at the kiosk was wrong, says the desk.
  'staffSecretWrong',
  'staffPinChosen',
  'settingChanged',
  // The change that the entry before tells of was not taken.
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
  // What became of an intake that was taken without the network.
  // Staff saw who gave it; then its answers.
  'intakeOpened',
  'intakeRead',
  'intakeCandidateChosen',
  'intakePatientWanted',
  'intakeTriedNow',
  'intakeTakenOver',
  'intakeDiscarded',
  'intakeSaved',
  // The PDF that the entry before tells of was not written.
  'intakeNotSaved',
  // The clinic's desk, or its hub.
  // What became of it is an entry of its own: `stationPaired` or `pairingRefused`.
  'pairingTried',
  // Staff do not forget what the desk asked them to forget.
  'wipeDeclined',
  'kioskLeft',
  'kioskForgotten',
] as const
export type StaffAct = (typeof staffActs)[number]

/** What a desk commanded this kiosk to do, with who (`by`: their name; `member`: their id) and why; what became of it. */
type DeskKind = 'deskCommand' | 'deskCommandEnded'

/** What a member of staff did at a desk, each with whose id. */
type DeskUseKind =
  /** They looked at something; each call that this took is a `call` with their id. */
  | 'deskQueried'
  /** They had something done, and why, where that must be said. */
  | 'deskChanged'
  /** The change that the entry before tells of did not come about. */
  | 'deskChangeFailed'
  /** What the desk's page asked for was refused. */
  | 'deskRefused'
  /** A patient typed a code of the desk at a kiosk; `member` made it. */
  | 'deskCodeUsed'
  /** What was typed there opened nothing. */
  | 'deskCodeRefused'
  /** So many such tries were made while this code waited that it opens nothing any more. */
  | 'deskCodeVoided'

/** What Foyer asked the service, and with what. */
type ServiceKind =
  | 'call'
  | 'credentialUsed'
  /** A test of the connection met an origin at which no form would be opened. */
  | 'formOriginTested'

/** Pairing of stations, here or on the other side. No code, key or secret stands there. */
type PairingKind =
  'pairingInvited' | 'stationPaired' | 'pairingRefused' | 'stationUnpaired' | 'clinicKeyChanged'

/** What a hub did. */
type HubKind =
  /** Somebody there asked a kiosk for something. */
  | 'commandSent'
  /** The PIN of that kiosk opened its panel, or was asked for there: `at`, by its clock; nobody is known by name. */
  | 'kioskPinUsed'
  /** What came to the receiver of deliveries was refused, so many times. */
  | 'webhookRefused'

/** What became of a desk's members of staff, each with whose id; names stand where one is made, renamed or signs in. */
type MemberKind =
  /** The first administrator, before whom there was nobody. */
  | 'memberSetUp'
  | 'memberCreated'
  /** Renamed, given other roles, deactivated or active again. */
  | 'memberChanged'
  /** A temporary PIN took the place of what they signed in with. */
  | 'memberReset'
  | 'memberSecretChanged'
  | 'memberSecretWrong'
  | 'memberSignedIn'
  | 'memberSignedOut'
  /** They confirmed `what` they have done in a kiosk's panel with what they sign in with. */
  | 'memberConfirmed'
  /** A member took a role's rights, and why. */
  | 'emergencyTaken'
  /** Its time was over. */
  | 'emergencyEnded'
  /** An administrator saw that it was taken. */
  | 'emergencySeen'

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
