/**
 * Reasons that an intake needs a person. `severalPackets`: after a try in doubt several could be ours.
 * `templateChanged`: today's form accepts none of the answers. `fieldRefused`: the service refuses the values.
 * `refused`: it refuses the request for another reason. `notUnderstood`: its answers cannot be used.
 * `intakeUnreadable`: the data kept on the kiosk cannot be read.
 */
export const attentionReasons = [
  'severalMatches',
  'noMatch',
  'severalPackets',
  'templateGone',
  'templateChanged',
  'fieldRefused',
  'accessRevoked',
  'refused',
  'notUnderstood',
  'intakeUnreadable',
] as const

/**
 * Reason that an answer is not with the clinic. `elsewise`: the form holds another; `notSeen`: it was sent but is
 * missing.
 */
export const remainReasons = [
  'noAttribute',
  'signature',
  'initials',
  'file',
  'elsewise',
  'notSeen',
] as const
