import type { AuditedEvent } from '../../kiosk/visit/log-port.ts'

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
  'intakeNotSaved',
  // The clinic's desk, or its hub. The result is an entry of its own: `stationPaired`, `stationMoved` or `pairingRefused`.
  'pairingTried',
  // Staff do not forget what the desk asked them to forget.
  'wipeDeclined',
  'kioskLeft',
  'kioskForgotten',
] as const
export type StaffAct = (typeof staffActs)[number]

/** Kinds of entries that are appended; a vault of another Foyer may hold others, so entries read back have any text. */
export type AuditKind =
  | AuditedEvent
  | StaffAct
  | 'formPageRefused'
  | 'formOriginRefused'
  /** Nothing of a visit is left in any window. */
  | 'wiped'
  /** A desk's command to this kiosk, by `by` (name) and `member` (id) with a reason; and its outcome. */
  | 'deskCommand'
  | 'deskCommandEnded'
  // At a desk, each with the member's id. Each call that a query took is a `call` with their id.
  | 'deskQueried'
  | 'deskChanged'
  | 'deskChangeFailed'
  | 'deskRefused'
  /** A patient typed a code of the desk at a kiosk; `member` made it. */
  | 'deskCodeUsed'
  | 'deskCodeRefused'
  /** So many wrong codes were typed while this one waited that it opens nothing any more. */
  | 'deskCodeVoided'
  | 'call'
  | 'credentialUsed'
  /** A test of the connection met an origin at which no form would be opened. */
  | 'formOriginTested'
  // Pairing of stations, here or on the other side. No code, key or secret stands there.
  | 'pairingInvited'
  | 'stationPaired'
  | 'pairingRefused'
  | 'stationUnpaired'
  /** A kiosk found the desk or hub that it is paired with at another address (`to`). */
  | 'stationMoved'
  | 'clinicKeyChanged'
  /** Somebody at a hub asked a kiosk for something. */
  | 'commandSent'
  /** A kiosk's PIN opened its panel, or was asked for there, `uses` times (`at`: by its clock), by an unknown person. */
  | 'kioskPinUsed'
  // A desk's members, each with their id; names are kept for creation, renaming and sign-in.
  | 'memberSetUp'
  | 'memberCreated'
  /** Renamed, given other roles, deactivated or active again. */
  | 'memberChanged'
  | 'memberReset'
  | 'memberSecretChanged'
  | 'memberSecretWrong'
  | 'memberSignedIn'
  | 'memberSignedOut'
  /** A member confirmed the act `what` in a kiosk's panel with their own secret. */
  | 'memberConfirmed'
  | 'emergencyTaken'
  | 'emergencyEnded'
  /** An administrator saw that it was taken. */
  | 'emergencySeen'
  | 'started'
  | 'stopped'
  | 'keyRotated'
  /** `moved`: it is to go on elsewhere, and here no more. */
  | 'vaultExported'
  | 'vaultImported'
  /** An administrator went on without the last changes (`count`). */
  | 'lossAccepted'
  /** Older entries were deleted; the rest is verified from here. */
  | 'checkpoint'
  /** The chain is not the one that was anchored outside this machine. */
  | 'rolledBack'
