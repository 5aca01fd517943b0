import type { AuditGroup } from '../../../shared/desk/audit.ts'
import type { AuditKind } from '../../vault/audit/audit-kinds.ts'

/** The kinds of entries of each group that a desk's audit is searched by; `others` is all the rest. */
export const kindsOfGroup: Readonly<Record<Exclude<AuditGroup, 'others'>, readonly AuditKind[]>> = {
  looks: ['deskQueried'],
  changes: [
    'deskChanged',
    'deskChangeFailed',
    'deskCommand',
    'deskCommandEnded',
    'commandSent',
    'deskCodeUsed',
  ],
  calls: ['call', 'credentialUsed'],
  signIns: [
    ...(['memberSignedIn', 'memberSignedOut', 'memberConfirmed', 'memberSecretWrong'] as const),
    ...(['memberSecretChanged', 'staffEntered', 'staffLeft', 'staffPinWrong'] as const),
    ...(['staffNotEntered', 'staffSecretWrong', 'kioskPinUsed'] as const),
  ],
  emergencies: ['emergencyTaken', 'emergencyEnded', 'emergencySeen'],
  refusals: [
    ...(['deskRefused', 'commandRefused', 'formPageRefused', 'formOriginRefused'] as const),
    ...(['pairingRefused', 'webhookRefused', 'deskCodeRefused', 'deskCodeVoided'] as const),
  ],
  administration: [
    ...(['memberSetUp', 'memberCreated', 'memberChanged', 'memberReset'] as const),
    ...(['pairingInvited', 'stationPaired', 'stationUnpaired', 'clinicKeyChanged'] as const),
    ...(['settingChanged', 'credentialKept', 'credentialRemoved', 'keyRotated'] as const),
    ...(['auditVerified', 'checkpoint', 'rolledBack'] as const),
  ],
}

const groups = new Map<string, AuditGroup>(
  Object.entries(kindsOfGroup).flatMap(([group, kinds]) =>
    kinds.map((kind) => [kind, group as AuditGroup] as const),
  ),
)

/** The group of a kind, also of one that this Foyer does not append. */
export const groupOf = (kind: string): AuditGroup => groups.get(kind) ?? 'others'

/** Every kind that stands in a group of its own. */
export const groupedKinds: readonly string[] = [...groups.keys()]
