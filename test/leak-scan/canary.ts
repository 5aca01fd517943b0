import { randomBytes } from 'node:crypto'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Newcomer } from '../../sandbox/seeds/seed.ts'
import type { FoyerOptions } from './kiosk-place.ts'
import type { Needle } from './search.ts'

/** Letters that no one else writes in this order. */
const rare = (length = 12) =>
  [...randomBytes(length)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')
const digits = (length: number) => [...randomBytes(length)].map((byte) => byte % 10).join('')

/** Facts that a patient checks in with. */
export interface Visitor {
  readonly contact: string
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string
}

/** A patient beside the seeded ones, who comes by e-mail. */
export interface CanaryPatient extends Newcomer, Visitor {
  readonly dateOfBirth: string
}

/** A patient whom nobody else is like, for whom so many packets wait. */
export function canaryPatient(packets = 1): CanaryPatient {
  const email = `${rare()}@example.com`
  const day = 10 + ((randomBytes(1)[0] ?? 0) % 18)
  return {
    // Ten digits, none of which is taken for a time in ms.
    id: Number(`7${digits(9)}`),
    firstName: 'Canary',
    lastName: rare(),
    phone: `+1206555${digits(4)}`,
    email,
    contact: email,
    dateOfBirth: `19${11 + ((randomBytes(1)[0] ?? 0) % 18)}-1${(randomBytes(1)[0] ?? 0) % 3}-${day}`,
    packets,
  }
}

/** Plants canaries in a kiosk to be: what it holds itself, and the patients who will come. */
export function plantCanaries(
  patients: readonly Newcomer[],
  environment: Readonly<Record<string, string>> = {},
) {
  const secret = () => `canary-${rare(24)}`
  const pair = () => ({ clientId: secret(), clientSecret: secret() })
  const credentials = { partner: pair(), developer: pair() }
  const passphrase = secret()
  const pin = `70${digits(6)}1936`
  const own: readonly Needle[] = [
    { name: 'client id of the partner interface', value: credentials.partner.clientId },
    { name: 'client secret of the partner interface', value: credentials.partner.clientSecret },
    { name: 'client id of the developer interface', value: credentials.developer.clientId },
    { name: 'client secret of the developer interface', value: credentials.developer.clientSecret },
    { name: 'passphrase', value: passphrase },
    { name: 'staff PIN', value: pin },
  ]
  const options: FoyerOptions = {
    sandbox: { credentials, newcomers: patients },
    environment: { ...environment, FOYER_VAULT_PASSPHRASE: passphrase, FOYER_STAFF_PIN: pin },
  }
  return {
    options,
    /** The kiosk's own secrets: credentials, passphrase, staff PIN. */
    own,
  }
}

/** Values that the service gave the kiosk, and the kiosk must keep to itself. */
export const issuedBy = ({ control }: Sandbox): Needle[] =>
  control.secrets().map(({ kind, value }) => ({ name: kind, value }))

/** Fields of a patient's record that no screen shows. */
export function recordOf(patient: Newcomer): Needle[] {
  const packets = Array.from({ length: patient.packets }, (_, index) => ({
    name: 'packet id',
    value: String(patient.id + 1 + index),
  }))
  return [{ name: 'patient id', value: String(patient.id) }, ...packets]
}

/** Values that a patient gives on the kiosk, as typed and as sent; the codes are those of the sandbox's inbox. */
export function typedBy(patient: CanaryPatient, { control }: Sandbox): Needle[] {
  const [year, month, day] = patient.dateOfBirth.split('-')
  const codes = control.inbox().filter(({ to }) => to === patient.contact)
  return [
    { name: 'contact', value: patient.contact },
    { name: 'date of birth', value: patient.dateOfBirth },
    { name: 'date of birth', value: `${month}/${day}/${year}` },
    { name: 'date of birth', value: `"year":"${year}","month":"${month}","day":"${day}"` },
    { name: 'last name', value: patient.lastName },
    // Six digits alone are somewhere in any memory.
    ...codes.flatMap(({ code }) => [
      { name: 'code', value: `"code":"${code}"` },
      { name: 'code', value: `"${code}"` },
    ]),
  ]
}
