import { existsSync } from 'node:fs'
import {
  credentialVariables,
  credentialsOf,
  missingWireSecrets,
  wireSecretsOf,
} from '../../src/main/app/given-secrets.ts'
import type { WireProfile } from '../../src/contract/wire-profile.ts'
import type { Id } from '../../src/contract/values.ts'
import type { IntakeClientOptions } from '../../src/main/intake/client/call-types.ts'
import { isHttpsOrLoopback } from '../../src/shared/loopback.ts'
import { takeSecrets } from '../../src/main/app/secrets.ts'
import {
  describeProblems,
  loadSettings,
  policyPath,
  readWireProfile,
  settingsFromEnvironment,
  wireProfileOf,
} from '../../src/main/settings/load.ts'
import type { SettingsProblem } from '../../src/main/settings/layers.ts'
import { testAccounts } from '../../src/main/settings/schema.ts'
import { takeOrRefuse, refuse, refuseSettings } from '../problem.ts'
import type { Common } from '../operation/flags.ts'
import { readTypedId } from '../operation/value.ts'
import { configFile, vaultFolder, type VaultPlace } from '../vault-place.ts'

export interface Target {
  readonly name: string
  readonly scope: { readonly accountId?: Id; readonly locationId?: Id }
  readonly profile?: WireProfile | undefined
  /** Accounts that hold no real patients, by the settings. */
  readonly testAccountIds?: readonly Id[]
  readonly templateGroupId?: Id | undefined
  readonly createWhenNone?: boolean
  readonly allowedOrigins?: readonly string[]
  /** Vault in which a kiosk of this machine keeps its audit, if it does. */
  readonly vault?: VaultPlace
  readonly open: () => Promise<{
    readonly options: IntakeClientOptions
    readonly close: () => Promise<void>
  }>
}

/** Chooses the service: the command line's, the settings', `foyer sandbox`'s, or an own sandbox. Throws a `Refusal`. */
export async function chooseTarget(
  { sandbox, service, profile: file }: Pick<Common, 'sandbox' | 'service' | 'profile'>,
  environment: NodeJS.ProcessEnv,
): Promise<Target> {
  const given = readGiven(environment, file)
  if (sandbox && service !== undefined)
    refuse('--sandbox and --service do not go together: choose one.')
  if (sandbox) return sandboxTarget(given.profile)
  if (service !== undefined) return named(service, given)
  const isConfigured = existsSync(configFile(environment)) || serviceIn(environment) !== undefined
  if (isConfigured) return configured(given)
  return sandboxTarget(given.profile, (await isSandbox(usualSandbox)) ? usualSandbox : undefined)
}

/** Takes what a service needs besides its address out of the environment, and reads the file of a wire profile. */
function readGiven(environment: NodeJS.ProcessEnv, file: string | undefined) {
  const secrets = takeOrRefuse(takeSecrets(environment), String)
  return {
    environment,
    credentials: credentialsOf(secrets),
    wireSecrets: takeOrRefuse(wireSecretsOf(secrets), String),
    passphrase: secrets.FOYER_VAULT_PASSPHRASE,
    profile:
      file === undefined
        ? undefined
        : takeOrRefuse(readWireProfile(file), needing('--profile needs')),
  }
}
type Given = ReturnType<typeof readGiven>

const needing = (what: string) => (problems: readonly SettingsProblem[]) =>
  `${what} a correction:\n${describeProblems(problems)}`

/** Returns the place to read at: the one that flags name, else that of the target. */
export function scopeOf(
  { scope }: Pick<Target, 'scope'>,
  { account, location }: { readonly account?: string; readonly location?: string },
): Target['scope'] {
  return {
    ...scope,
    ...(account !== undefined && { accountId: readTypedId(account) }),
    ...(location !== undefined && { locationId: readTypedId(location) }),
  }
}

async function named(address: string, given: Given): Promise<Target> {
  const { environment, credentials, passphrase, profile } = given
  const url = URL.parse(address)
  if (!url || !isHttpsOrLoopback(url) || url.username || url.password || url.search || url.hash)
    return refuse(
      '--service: expected an https address (http only to this machine) without credentials, query or fragment.',
    )
  const name = url.href.replace(/\/+$/, '')
  if (!credentials.partner && !credentials.developer)
    return (await isSandbox(name)) ? sandboxTarget(profile, name) : refuseWithoutCredentials()
  const tests = testAccounts.optional().safeParse(serviceIn(environment)?.['testAccountIds'])
  if (!tests.success)
    return refuseSettings('FOYER_SERVICE_TEST_ACCOUNT_IDS: expected a list such as [101].')
  const vault = { folder: vaultFolder(null, environment), passphrase }
  const about = { name, scope: {}, profile, vault, testAccountIds: tests.data ?? [] }
  return real(given, about, addressesAt(name))
}

const addressesAt = (url: string) => ({
  partnerUrl: url,
  partnerAuthUrl: url,
  developerUrl: url,
  developerAuthUrl: url,
})

function configured(given: Given): Target {
  const { environment, credentials, passphrase } = given
  const file = configFile(environment)
  const policyFile = policyPath(process.platform, environment)
  const tell = needing('The settings need')
  const { settings } = takeOrRefuse(
    loadSettings({ configFile: file, policyFile, environment }),
    tell,
  )
  const profile = given.profile ?? takeOrRefuse(wireProfileOf(settings, file), tell)
  if (!credentials.partner && !credentials.developer) refuseWithoutCredentials()
  const { accountId, locationId, testAccountIds, ...urls } = settings.service
  const about = {
    name: 'the configured service',
    scope: { accountId, locationId },
    profile,
    testAccountIds,
    templateGroupId: settings.packets.defaultTemplateGroupId ?? undefined,
    createWhenNone: settings.packets.createWhenNone,
    allowedOrigins: settings.formView.allowedOrigins,
    vault: { folder: vaultFolder(settings.data.dir, environment), passphrase },
  }
  return real(given, about, urls)
}

function real(
  { credentials: { partner, developer }, wireSecrets }: Given,
  about: Omit<Target, 'open'>,
  urls: ReturnType<typeof addressesAt>,
): Target {
  const secrets = (secret: string) => wireSecrets[secret]
  const missing = about.profile && missingWireSecrets(about.profile, secrets).join(', ')
  if (missing) refuseSettings(`FOYER_WIRE_SECRETS: ${missing} is missing.`)
  const options = {
    ...urls,
    ...(about.profile && { profile: about.profile }),
    secrets,
    credentials: { partner: () => partner, developer: () => developer },
  }
  return { ...about, open: () => Promise.resolve({ options, close: () => Promise.resolve() }) }
}

function serviceIn(environment: NodeJS.ProcessEnv): Record<string, unknown> | undefined {
  return settingsFromEnvironment(environment)['service'] as Record<string, unknown> | undefined
}

function refuseWithoutCredentials(): never {
  const names = Object.values(credentialVariables).map((pair) => pair.join(' and '))
  const sentence = `No credentials are in the environment: set ${names.join(', or ')} (or each with _FILE, for a file).`
  return refuseSettings(sentence)
}

const usualSandbox = 'http://127.0.0.1:4010'

/** Checks if a sandbox answers at an address of this machine. */
export async function isSandbox(address: string): Promise<boolean> {
  if (new URL(address).protocol !== 'http:') return false
  try {
    const answer = await fetch(`${address}/sandbox/state`, { signal: AbortSignal.timeout(1_000) })
    return answer.ok && typeof ((await answer.json()) as { proofs?: unknown }).proofs === 'number'
  } catch {
    return false
  }
}

async function sandboxTarget(profile: WireProfile | undefined, address?: string): Promise<Target> {
  const { account, locations } = await import('../../sandbox/seeds/clinics.ts')
  const { defaultTemplateGroupId } = await import('../../sandbox/seeds/templates.ts')
  const { credentials } = await import('../../sandbox/credentials.ts')
  const { sandboxSecret } = await import('../../sandbox/http/wire.ts')
  const [first] = locations
  const alone =
    'a sandbox for this command alone (`foyer sandbox` starts one that keeps what you write)'
  return {
    name: address === undefined ? alone : `the sandbox at ${address}`,
    scope: { accountId: account.id, ...(first && { locationId: first.id }) },
    templateGroupId: defaultTemplateGroupId,
    profile,
    async open() {
      const at =
        address === undefined
          ? await (await import('../../sandbox/sandbox.ts')).startSandbox(profile && { profile })
          : { apiUrl: address, close: () => Promise.resolve() }
      const options = {
        ...addressesAt(at.apiUrl),
        ...(profile && { profile, secrets: sandboxSecret }),
        credentials: { partner: () => credentials.partner, developer: () => credentials.developer },
      }
      return { options, close: () => at.close() }
    },
  }
}
