export const intakeSteps = [
  ...(['match', 'createPatient', 'createPacket', 'prefill', 'check', 'delivered'] as const),
  ...(['resend', 'takenOver', 'discarded'] as const),
] as const

export const attentionReasons = [
  'severalMatches',
  'noMatch',
  /** One fits, and no code proved that they are the person. */
  'unproved',
  'severalPackets',
  'templateGone',
  /** Today's form accepts none of the answers. */
  'templateChanged',
  'fieldRefused',
  'accessRevoked',
  'refused',
  'notUnderstood',
  'intakeUnreadable',
] as const

/** `elsewise`: the form holds another; `notSeen`: sent and missing; `formGone`: the clinic has no such form. */
export const remainReasons = [
  'noAttribute',
  'signature',
  'initials',
  'file',
  'elsewise',
  'notSeen',
  'formGone',
] as const

export const discardReasons = ['twice', 'trial', 'patientAsked', 'other'] as const
