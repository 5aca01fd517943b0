// Lists and bounds that the desk's page shares with main, apart from the schemas: the page loads none of those.

export const memberRoles = ['reception', 'clinical', 'billing', 'administrator'] as const

/**
 * Roles that can be taken in an emergency. Not `administrator`: the taker could keep it, and an emergency needs patient
 * data, not settings.
 */
export const emergencyRoles = ['reception', 'clinical', 'billing'] as const

/** Most characters of a member's name, and of a reason. */
export const memberNameMost = 60
export const reasonLength = { least: 10, most: 200 } as const

/** Forms that are chosen at once, values that are given at once, and characters of one of them, at most. */
export const packetLimits = { templates: 20, values: 60, value: 500 } as const

/** Services that one record names, characters of a name and of a number, at most. */
export const remoteCareMost = { services: 20, characters: 100, number: 64 } as const

/** Fields of a patient's record that staff type. */
export const patientFields = ['firstName', 'lastName', 'birthDate', 'phone', 'email'] as const

/** Groups of the audit's entries. */
export const auditGroups = [
  /** A member of staff looked at something. */
  'looks',
  /** A member of staff had something done. */
  'changes',
  /** The service was asked. */
  'calls',
  'signIns',
  'emergencies',
  /** Requests that were refused, here or by a form page. */
  'refusals',
  /** Members of staff, pairing, settings and keys. */
  'administration',
  'others',
] as const
