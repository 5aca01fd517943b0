import { lstatSync } from 'node:fs'
import {
  credentialsOf,
  wireSecretsIn,
  wireSecretsOf,
  type WireSecrets,
} from '../../src/main/app/given-secrets.ts'
import { takeSecrets, type GivenSecrets } from '../../src/main/app/secrets.ts'
import type { SecretSource } from '../../src/main/intake/http/agent.ts'
import { loadKioskSettings, policyPath } from '../../src/main/settings/load.ts'
import { describeVaultError } from '../../src/main/vault/errors.ts'
import { sealersFor } from '../../src/main/vault/keys/sealers.ts'
import { readVault } from '../../src/main/vault/keys/unlock.ts'
import { openCredentials, type Credentials } from '../../src/main/vault/store/credentials.ts'
import { filesIn } from '../../src/main/vault/store/files.ts'
import { openSecuritySettings } from '../../src/main/vault/store/rows.ts'
import { configFile, vaultFolder } from '../vault-place.ts'

const find =
  (state: 'good' | 'note' | 'toDo') =>
  (name: string, text: string, ...[toDo]: readonly string[]) =>
    ({ name, state, text, ...(toDo !== undefined && { toDo }) }) as const
export const good = find('good')
export const note = find('note')
export const toDo = find('toDo')
export type Finding = ReturnType<typeof good>

export type StationOnDisk = Awaited<ReturnType<typeof readStation>>

/** Reads the station whose data stands in `dir`, or where the settings say; secrets leave the environment. */
export async function readStation(dir: string | undefined, environment: NodeJS.ProcessEnv) {
  const taken = takeSecrets(environment)
  const given: GivenSecrets = taken.ok ? taken.value : {}
  const places = {
    configFile: configFile(environment),
    policyFile: policyPath(process.platform, environment),
  }
  const settings = loadKioskSettings({ ...places, environment })
  const folder = dir ?? (settings.ok ? settings.value.folder : vaultFolder(null, environment))
  const owner = lstatSync(folder, { throwIfNoEntry: false })?.uid
  const isForeign =
    process.getuid !== undefined && owner !== undefined && owner !== process.getuid()
  const { key, database } = filesIn(folder)
  const isThere = [key, database].some((file) => lstatSync(file, { throwIfNoEntry: false }))
  const sealers = sealersFor(given.FOYER_VAULT_PASSPHRASE)
  const vault = isThere && !isForeign ? await readVault(folder, sealers) : undefined
  const wireGiven = wireSecretsOf(given)
  return {
    ...places,
    settings,
    folder,
    /** User (uid) that owns the folder, where it is another one than who asks. */
    foreignOwner: isForeign ? owner : undefined,
    /** Undefined where there is none yet, or it is another user's. */
    vault,
    given,
    secretsProblem: taken.ok ? (wireGiven.ok ? undefined : wireGiven.error) : taken.error,
    ...secretsFor(vault, credentialsOf(given), wireGiven.ok ? wireGiven.value : {}),
    close: () => {
      if (vault?.ok) vault.value.connection.close()
    },
  }
}

function secretsFor(
  vault: Awaited<ReturnType<typeof readVault>> | undefined,
  given: Credentials,
  wireGiven: WireSecrets,
) {
  const wireSecrets: SecretSource = (name) => wireGiven[name]
  if (!vault?.ok) return { credentials: given, wireSecrets }
  const { connection } = vault.value
  const kept = openCredentials(connection, Date.now)
  const wireKept = wireSecretsIn({ securitySettings: openSecuritySettings(connection) })
  return {
    credentials: {
      partner: kept.read('partner') ?? given.partner,
      developer: kept.read('developer') ?? given.developer,
    },
    wireSecrets: (name: string) => wireKept(name) ?? wireGiven[name],
  }
}

/** Says why the vault of a station could not be read, if it could not. */
export function whyNoVault({ vault, foreignOwner }: StationOnDisk): string | undefined {
  if (foreignOwner !== undefined) return 'the folder is of another user'
  if (vault === undefined) return 'there is no vault yet'
  return vault.ok ? undefined : describeVaultError(vault.error)
}
