/** Steps of handing an intake over, and its ends. */
export const intakeSteps = [
  ...(['match', 'createPatient', 'createPacket', 'prefill', 'check', 'delivered'] as const),
  ...(['resend', 'takenOver', 'discarded'] as const),
] as const

/** Reasons that an intake needs a person. */
export const attentionReasons = [
  'severalMatches',
  'noMatch',
  /** One fits, and no code proved that they are the person. */
  'unproved',
  /** After a try in doubt several could be ours. */
  'severalPackets',
  'templateGone',
  /** Today's form accepts none of the answers. */
  'templateChanged',
  /** The service refuses the values. */
  'fieldRefused',
  'accessRevoked',
  /** The service refuses the request for another reason. */
  'refused',
  /** The service's answers cannot be used. */
  'notUnderstood',
  /** The data kept on the kiosk cannot be read. */
  'intakeUnreadable',
] as const

/**
 * Reason that an answer is not with the clinic. `elsewise`: the form holds another; `notSeen`: it was sent but is
 * missing; `formGone`: the clinic has its form no more.
 */
export const remainReasons = [
  'noAttribute',
  'signature',
  'initials',
  'file',
  'elsewise',
  'notSeen',
  'formGone',
] as const

/** Reasons that an intake is not to be handed over. */
export const discardReasons = ['twice', 'trial', 'patientAsked', 'other'] as const
