import { isThisMachine } from '../loopback.ts'

// Lists, bounds and checks that the desk's page shares with main, apart from the schemas: the page loads none of those.

export const memberRoles = ['reception', 'clinical', 'billing', 'administrator'] as const

/** Roles for an emergency; not `administrator`, which its taker could keep, and which opens no patient data. */
export const emergencyRoles = ['reception', 'clinical', 'billing'] as const

export const memberNameMost = 60
export const reasonLength = { least: 10, most: 200 } as const

/** Forms that are chosen at once, values that are given at once, and characters of one of them, at most. */
export const packetLimits = { templates: 20, values: 60, value: 500 } as const

/** Services that one record names, characters of a name and of a number, at most. */
export const remoteCareMost = { services: 20, characters: 100, number: 64 } as const

export const patientFields = ['firstName', 'lastName', 'birthDate', 'phone', 'email'] as const

export const auditGroups = [
  'looks',
  'changes',
  'calls',
  'signIns',
  'emergencies',
  'refusals',
  'administration',
  'others',
] as const

/** ms for which the code of a completion address is shown. */
export const addressShownMs = 60_000

export const patientNameMost = 100

export const noAddress = { address1: '', city: '', stateProvince: '', postalCode: '' }
export const addressParts = Object.keys(noAddress) as readonly (keyof typeof noAddress)[]

/** A word of region and city, or of the deprecated style with an abbreviation: `America/Denver`, `America/MST`. */
export const timeZonePattern = /^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/
export const postalCodePattern = /^[A-Za-z0-9][A-Za-z0-9 -]{1,10}[A-Za-z0-9]$/
/** At least seven digits, and what people write between them. */
export const locationPhonePattern = /^\+?(?:[ ().-]*\d){7,15}$/

/** Accounts whose events an endpoint receives: the clinic's, or every account that the connection may use. */
export const webhookScopes = ['account', 'integrator'] as const

const webhookAddressMost = 2_000

/** Finds the fault of an event address; null if none. */
export function webhookAddressFault(text: string) {
  // It must be https, without name or password (lists and logs would show them), and not lead back to the sending
  // machine.
  if (text.length > webhookAddressMost || /\s/.test(text) || !URL.canParse(text))
    return 'notAnAddress'
  const { protocol, username, password, hostname, hash } = new URL(text)
  if (protocol !== 'https:' || !text.startsWith('https://')) return 'notHttps'
  if (username !== '' || password !== '') return 'hasCredentials'
  if (hash !== '') return 'hasFragment'
  return isThisMachine(hostname) ? 'thisMachine' : null
}

/** Sent in a header of each delivery: printable ASCII without a space. */
export const webhookToken = /^[\x21-\x7e]{1,200}$/
