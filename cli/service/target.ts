import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import {
  type WireSecrets,
  credentialVariables,
  credentialsOf,
  missingWireSecrets,
  wireSecretsOf,
} from '../../src/main/app/given-secrets.ts'
import type { WireProfile } from '../../src/contract/wire-profile.ts'
import type { Id } from '../../src/contract/values.ts'
import type { Credentials } from '../../src/main/vault/store/credentials.ts'
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
import { testAccounts } from '../../src/main/settings/schema.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { configuration, usage, type Problem } from '../problem.ts'
import { vaultFolder, type VaultPlace } from '../vault-place.ts'

/** A service to be called, once `open` has made it ready. */
export interface Target {
  /** Name of the called service, for a note. */
  readonly name: string
  /** Account and location to use if the command line names none. */
  readonly scope: { readonly accountId?: Id; readonly locationId?: Id }
  /** Profile of the wire. */
  readonly profile?: WireProfile | undefined
  /** Accounts that hold no real patients, by the settings. */
  readonly testAccountIds?: readonly Id[]
  /** Group of a new form packet, by the settings. */
  readonly templateGroupId?: Id | undefined
  /** True if a visit makes a packet where none waits, by the settings. */
  readonly createWhenNone?: boolean
  /** Origins that a form page may reach besides its own, by the settings. */
  readonly allowedOrigins?: readonly string[]
  /** Vault in which a kiosk of this machine keeps its audit, if it does. */
  readonly vault?: VaultPlace
  readonly open: () => Promise<OpenTarget>
}

/** A service that is ready. */
interface OpenTarget {
  readonly options: IntakeClientOptions
  readonly close: () => Promise<void>
}

/** Choice of the service by the command line. */
export interface Wish {
  /** A sandbox for this one command, regardless of the settings. */
  readonly sandbox?: boolean | undefined
  /** An address. */
  readonly service?: string | undefined
  /** File of a wire profile. */
  readonly profile?: string | undefined
}

// This file may have been built into another folder.
const packageFile = findPackageJSON(import.meta.url) ?? ''
/** Folder of the project, which may hold `foyer.config.json`. */
export const projectFolder = dirname(packageFile)

/** Version of this Foyer. */
export const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }

/**
 * Chooses the service: the command line's, the settings' (`FOYER_SERVICE_*` too), `foyer sandbox`'s, or its own
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
  const vault = { folder: vaultFolder(null, environment), passphrase: given.passphrase }
  return real(base, given, { scope: {}, profile, vault, testAccountIds: tests.data ?? [] }, urls)
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
    createWhenNone: settings.packets.createWhenNone,
    allowedOrigins: settings.formView.allowedOrigins,
    vault: { folder: vaultFolder(settings.data.dir, environment), passphrase: given.passphrase },
  }
  return real('the configured service', given, about, urls)
}

function real(
  name: string,
  { credentials: { partner, developer }, wireSecrets }: Given,
  about: Omit<Target, 'name' | 'open'>,
  urls: Partial<Addresses>,
): Result<Target, Problem> {
  const secrets = (secret: string) => wireSecrets[secret]
  const missing = about.profile && missingWireSecrets(about.profile, secrets).join(', ')
  if (missing) return err(configuration(`FOYER_WIRE_SECRETS: ${missing} is missing.`))
  const options = {
    ...(urls as Addresses),
    ...(about.profile && { profile: about.profile }),
    secrets,
    credentials: { partner: () => partner, developer: () => developer },
  }
  const open = () => Promise.resolve({ options, close: () => Promise.resolve() })
  return ok({ name, ...about, open })
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

/** Finds the configuration file: the one that is named, or the project's. */
export function configFile(environment: NodeJS.ProcessEnv): string {
  return environment['FOYER_CONFIG'] ?? join(projectFolder, 'foyer.config.json')
}

function isConfigured(environment: NodeJS.ProcessEnv): boolean {
  return existsSync(configFile(environment)) || serviceIn(environment) !== undefined
}

/** Address of `foyer sandbox` by default. */
const usualSandbox = 'http://127.0.0.1:4010'

/** Starts a sandbox that speaks by the profile, and ends with the command. */
async function ownSandbox(profile?: WireProfile): Promise<Target> {
  const { startSandbox } = await import('../../sandbox/sandbox.ts')
  const name =
    'a sandbox for this command alone (`foyer sandbox` starts one that keeps what you write)'
  const open = async () => {
    const sandbox = await startSandbox(profile && { profile })
    return openAt(sandbox.apiUrl, profile, () => sandbox.close())
  }
  return { name, ...(await seeded()), profile, open }
}

/** Uses a running sandbox, which speaks by the profile, if given. */
async function sandboxAt(address: string, profile?: WireProfile): Promise<Target> {
  const open = () => openAt(address, profile, () => Promise.resolve())
  return { name: `the sandbox at ${address}`, ...(await seeded()), profile, open }
}

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

/** Returns the seeds' ids, the same in every sandbox. */
async function seeded(): Promise<Pick<Target, 'scope' | 'templateGroupId'>> {
  const { account, locations } = await import('../../sandbox/seeds/clinics.ts')
  const { defaultTemplateGroupId } = await import('../../sandbox/seeds/templates.ts')
  const [first] = locations
  const scope = { accountId: account.id, ...(first && { locationId: first.id }) }
  return { scope, templateGroupId: defaultTemplateGroupId }
}

async function openAt(
  address: string,
  profile: WireProfile | undefined,
  end: () => Promise<void>,
): Promise<OpenTarget> {
  const { credentials } = await import('../../sandbox/credentials.ts')
  const { sandboxSecret } = await import('../../sandbox/http/wire.ts')
  const options = {
    ...(profile && { profile, secrets: sandboxSecret }),
    partnerUrl: address,
    partnerAuthUrl: address,
    developerUrl: address,
    developerAuthUrl: address,
    credentials: { partner: () => credentials.partner, developer: () => credentials.developer },
  }
  return { options, close: end }
}
