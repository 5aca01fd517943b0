import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type WireSecrets,
  credentialVariables,
  credentialsOf,
  wireSecretsOf,
} from '../../src/main/bootstrap/given-secrets.ts'
import type { WireProfile } from '../../src/contract/wire-profile.ts'
import type { Credentials } from '../../src/main/vault/store/credentials.ts'
import type { IntakeClientOptions } from '../../src/main/service/client/call-types.ts'
import { isHttpsOrLoopback } from '../../src/shared/loopback.ts'
import { takeSecrets } from '../../src/main/bootstrap/secrets.ts'
import {
  defaultFolder,
  describeProblems,
  loadSettings,
  policyPath,
  readWireProfile,
  settingsFromEnvironment,
  wireProfileOf,
} from '../../src/main/settings/load.ts'
import { testAccounts } from '../../src/main/settings/schema.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { configuration, usage, type Problem } from '../problem.ts'
import type { VaultPlace } from '../vault-place.ts'
import type { Target } from './called-service.ts'
import { isSandbox, ownSandbox, sandboxAt, usualSandbox } from './sandbox.ts'

/** Choice of the service by the command line. */
export interface Wish {
  /** A sandbox for this one command, regardless of the settings. */
  readonly sandbox?: boolean | undefined
  /** An address. */
  readonly service?: string | undefined
  /** File of a wire profile. */
  readonly profile?: string | undefined
}

/** Folder of the project, which may hold `foyer.config.json`. */
const root = join(import.meta.dirname, '..', '..')

/**
 * Chooses the service: the command line's, the settings' (`FOYER_SERVICE_*` too), `npm run sandbox`'s, or its own
 * sandbox. Credentials leave the environment.
 */
export async function chooseTarget(
  { sandbox, service, profile: file }: Wish,
  environment: NodeJS.ProcessEnv,
): Promise<Result<Target, Problem>> {
  const secrets = takeSecrets(environment)
  if (!secrets.ok) return err(configuration(secrets.error))
  const wireSecrets = wireSecretsOf(secrets.value)
  if (!wireSecrets.ok) return err(configuration(wireSecrets.error))
  const given = {
    credentials: credentialsOf(secrets.value),
    wireSecrets: wireSecrets.value,
    passphrase: secrets.value.FOYER_VAULT_PASSPHRASE,
  }
  const read = file === undefined ? ok(undefined) : readWireProfile(file)
  if (!read.ok)
    return err(configuration(`--profile needs a correction:\n${describeProblems(read.error)}`))
  const profile = read.value
  if (sandbox && service !== undefined)
    return err(usage('--sandbox and --service do not go together: choose one.'))
  if (sandbox) return ok(await ownSandbox(profile))
  if (service !== undefined) return named(service, given, environment, profile)
  if (isConfigured(environment)) return configured(given, environment, profile)
  return ok(
    (await isSandbox(usualSandbox))
      ? await sandboxAt(usualSandbox, profile)
      : await ownSandbox(profile),
  )
}

/** Secrets of the service in the environment. */
interface Given {
  readonly credentials: Credentials
  readonly wireSecrets: WireSecrets
  readonly passphrase: string | undefined
}

async function named(
  address: string,
  given: Given,
  environment: NodeJS.ProcessEnv,
  profile: WireProfile | undefined,
): Promise<Result<Target, Problem>> {
  const url = URL.parse(address)
  if (!url || !isHttpsOrLoopback(url) || url.username || url.password || url.search || url.hash)
    return err(
      usage(
        '--service: expected an https address (http only to this machine) without credentials, query or fragment.',
      ),
    )
  const base = url.href.replace(/\/+$/, '')
  const known = given.credentials.partner ?? given.credentials.developer
  if (!known && (await isSandbox(base))) return ok(await sandboxAt(base, profile))
  if (!known) return err(noCredentials())
  const urls = Object.fromEntries(addresses.map((name) => [name, base]))
  const tests = testAccounts.optional().safeParse(serviceIn(environment)?.['testAccountIds'])
  if (!tests.success)
    return err(configuration('FOYER_SERVICE_TEST_ACCOUNT_IDS: expected a list such as [101].'))
  const vault = vaultOf(null, given, environment)
  return ok(
    real(base, given, { scope: {}, profile, vault, testAccountIds: tests.data ?? [] }, urls),
  )
}

const addresses = ['partnerUrl', 'partnerAuthUrl', 'developerUrl', 'developerAuthUrl'] as const
type Addresses = Pick<IntakeClientOptions, (typeof addresses)[number]>

function configured(
  given: Given,
  environment: NodeJS.ProcessEnv,
  chosen: WireProfile | undefined,
): Result<Target, Problem> {
  const loaded = loadSettings({
    configFile: configFile(environment),
    policyFile: policyPath(process.platform, environment),
    environment,
  })
  if (!loaded.ok)
    return err(configuration(`The settings need a correction:\n${describeProblems(loaded.error)}`))
  const { settings } = loaded.value
  const profile = chosen ? ok(chosen) : wireProfileOf(settings, configFile(environment))
  if (!profile.ok)
    return err(configuration(`The settings need a correction:\n${describeProblems(profile.error)}`))
  const { credentials } = given
  if (!credentials.partner && !credentials.developer) return err(noCredentials())
  const { accountId, locationId, testAccountIds, ...urls } = settings.service
  const about = {
    scope: { accountId, locationId },
    profile: profile.value,
    testAccountIds,
    templateGroupId: settings.packets.defaultTemplateGroupId ?? undefined,
    allowedOrigins: settings.formView.allowedOrigins,
    vault: vaultOf(settings.data.dir, given, environment),
  }
  return ok(real('the configured service', given, about, urls))
}

function real(
  name: string,
  { credentials: { partner, developer }, wireSecrets }: Given,
  about: Omit<Target, 'name' | 'open'>,
  urls: Partial<Addresses>,
): Target {
  const options = {
    ...(urls as Addresses),
    ...(about.profile && { profile: about.profile }),
    secrets: (secret: string) => wireSecrets[secret],
    credentials: { partner: () => partner, developer: () => developer },
  }
  const open = () => Promise.resolve({ options, close: () => Promise.resolve() })
  return { name, ...about, open }
}

/** Finds the vault of a kiosk with these settings; see `openKioskVault`. */
function vaultOf(
  dir: string | null,
  { passphrase }: Given,
  environment: NodeJS.ProcessEnv,
): VaultPlace {
  const { FOYER_DATA_DIR: named } = environment
  const folder = dir ?? named ?? defaultFolder(process.platform, environment)
  return { folder, passphrase }
}

function serviceIn(environment: NodeJS.ProcessEnv): Record<string, unknown> | undefined {
  return settingsFromEnvironment(environment)['service'] as Record<string, unknown> | undefined
}

function noCredentials(): Problem {
  const names = Object.values(credentialVariables).map((pair) => pair.join(' and '))
  return configuration(
    `No credentials are in the environment: set ${names.join(', or ')} (or each with _FILE, for a file).`,
  )
}

function configFile(environment: NodeJS.ProcessEnv): string {
  return environment['FOYER_CONFIG'] ?? join(root, 'foyer.config.json')
}

function isConfigured(environment: NodeJS.ProcessEnv): boolean {
  return existsSync(configFile(environment)) || serviceIn(environment) !== undefined
}
