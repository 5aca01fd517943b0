import { createHash } from 'node:crypto'
import { type Result, err, ok } from '../../shared/result.ts'
import type { Credentials } from '../vault/store/credentials.ts'
import { openStaffPin } from '../kiosk/staff-panel/pin/pin.ts'
import { keepWireSecrets } from './given-secrets.ts'
import type { StartupConfiguration } from './start-up.ts'
import type { ClientCredentials } from '../intake/auth/token-request.ts'
import { mayPass, vaultErrorOf, type VaultError } from '../vault/errors.ts'
import { type KeySealer, sealersFor } from '../vault/keys/sealers.ts'
import { retainAudit } from '../vault/audit/audit-copies.ts'
import { openVault, type Vault } from '../vault/vault.ts'

type VaultPlace = Pick<StartupConfiguration, 'loadedSettings' | 'passphrase'> &
  Partial<Pick<StartupConfiguration, 'credentials' | 'wireSecrets'>> & {
    readonly shellSealers?: readonly KeySealer[]
    /** The only sources of the key, whatever else is given: a test's, which costs no time. */
    readonly sealers?: readonly KeySealer[]
  }

const printOf = ({ clientId, clientSecret }: ClientCredentials) =>
  createHash('sha256').update(JSON.stringify({ clientId, clientSecret })).digest('hex')

// A pair that is always in the environment must not come back at each start after staff replaced or removed it.
/** Keeps those given pairs that the previous start was not given. Notes them last, so that a sudden stop loses none. */
export function keepNewlyGiven(
  vault: Pick<Vault, 'audit' | 'credentials' | 'securitySettings'>,
  given: Credentials,
): void {
  const { audit, credentials, securitySettings } = vault
  for (const name of ['partner', 'developer'] as const) {
    const pair = given[name]
    if (!pair) continue
    const key = `credentials.given.${name}`
    const print = printOf(pair)
    if (securitySettings.read(key) === print) continue
    const present = credentials.read(name)
    if (!present || printOf(present) !== print) audit.append('credentialKept', { interface: name })
    credentials.keep({ [name]: pair })
    securitySettings.write(key, print)
  }
}

function keepGiven(vault: Vault, given: Pick<VaultPlace, 'credentials' | 'wireSecrets'>) {
  if (given.credentials) keepNewlyGiven(vault, given.credentials)
  keepWireSecrets(vault, given.wireSecrets ?? {})
}

/** Keeps what a kiosk is given at its provisioning. */
export async function keepProvisioned(
  vault: Vault,
  given: Pick<VaultPlace, 'credentials' | 'wireSecrets'> & {
    readonly staffPin: string | undefined
  },
): Promise<void> {
  keepGiven(vault, given)
  const { audit, securitySettings: settings, time } = vault
  const pin = openStaffPin({ settings, time })
  await pin.provision(given.staffPin, () => audit.append('staffPinChosen', { by: 'provisioning' }))
}

/** Takes the passphrase; the returned function opens the vault, and forgets it unless another try may succeed. */
export function prepareKioskVault(place: VaultPlace): () => Promise<Result<Vault, VaultError>> {
  const { folder } = place.loadedSettings
  const sealers = place.sealers ?? sealersFor(place.passphrase.take(), place.shellSealers)
  return async () => {
    const opened = await openVault({ folder, sealers })
    const vault = opened.ok ? writeStart(opened.value, place) : opened
    if (vault.ok || !mayPass(vault.error)) for (const sealer of sealers) sealer.settle?.()
    return vault
  }
}

function writeStart(vault: Vault, place: VaultPlace): Result<Vault, VaultError> {
  const { settings } = place.loadedSettings.snapshot
  const { audit } = vault
  try {
    audit.append('started', { kiosk: settings.kiosk.name })
    keepGiven(vault, place)
    retainAudit(vault, settings.audit)
    return ok(vault)
  } catch (error) {
    vault.close()
    return err(vaultErrorOf(error))
  }
}
