import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { credentialsOf, credentialVariables } from '../../src/main/bootstrap/given-credentials.ts'
import type { Credentials } from '../../src/main/vault/store/credentials.ts'
import type { IntakeClientOptions } from '../../src/main/service/client/call-types.ts'
import { isHttpsOrLoopback } from '../../src/shared/loopback.ts'
import { takeSecrets } from '../../src/main/bootstrap/secrets.ts'
import { settingsFromEnvironment } from '../../src/main/settings/environment.ts'
import { describeProblems, loadSettings, policyPath } from '../../src/main/settings/load.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { configuration, usage, type Problem } from '../problem.ts'
import type { Target } from './called-service.ts'
import { isSandbox, ownSandbox, sandboxAt, usualSandbox } from './sandbox.ts'

/** What the command line says about the service. */
export interface Wish {
  /** A sandbox for this one command, whatever is configured. */
  readonly sandbox?: boolean | undefined
  /** An address. */
  readonly service?: string | undefined
}

/** The project's folder, where `foyer.config.json` is looked for. */
const root = join(import.meta.dirname, '..', '..')

/**
 * Decides which service a command calls: the one that the command line names; else the one of the settings
 * (`foyer.config.json`, `FOYER_SERVICE_*`); else the sandbox that `npm run sandbox` has started; else a sandbox
 * of the command's own. Credentials are taken out of the environment; the sandbox's are known.
 */
export async function chooseTarget(
  { sandbox, service }: Wish,
  environment: NodeJS.ProcessEnv,
): Promise<Result<Target, Problem>> {
  const secrets = takeSecrets(environment)
  if (!secrets.ok) return err(configuration(secrets.error))
  const credentials = credentialsOf(secrets.value)
  if (sandbox && service !== undefined)
    return err(usage('--sandbox and --service do not go together: choose one.'))
  if (sandbox) return ok(await ownSandbox())
  if (service !== undefined) return named(service, credentials)
  if (isConfigured(environment)) return configured(credentials, environment)
  return ok((await isSandbox(usualSandbox)) ? await sandboxAt(usualSandbox) : await ownSandbox())
}

async function named(address: string, credentials: Credentials): Promise<Result<Target, Problem>> {
  const url = URL.parse(address)
  if (!url || !isHttpsOrLoopback(url) || url.username || url.password || url.search || url.hash)
    return err(
      usage(
        '--service: expected an https address (http only to this machine) without credentials, query or fragment.',
      ),
    )
  const base = url.href.replace(/\/+$/, '')
  const known = credentials.partner ?? credentials.developer
  if (!known && (await isSandbox(base))) return ok(await sandboxAt(base))
  if (!known) return err(noCredentials())
  return ok(real(base, credentials, {}, Object.fromEntries(addresses.map((name) => [name, base]))))
}

const addresses = ['partnerUrl', 'partnerAuthUrl', 'developerUrl', 'developerAuthUrl'] as const
type Addresses = Pick<IntakeClientOptions, (typeof addresses)[number]>

function configured(
  credentials: Credentials,
  environment: NodeJS.ProcessEnv,
): Result<Target, Problem> {
  const loaded = loadSettings({
    configFile: configFile(environment),
    policyFile: policyPath(process.platform, environment),
    environment,
  })
  if (!loaded.ok)
    return err(configuration(`The settings need a correction:\n${describeProblems(loaded.error)}`))
  if (!credentials.partner && !credentials.developer) return err(noCredentials())
  const { accountId, locationId, ...urls } = loaded.value.settings.service
  return ok(real('the configured service', credentials, { accountId, locationId }, urls))
}

function real(
  name: string,
  { partner, developer }: Credentials,
  scope: Target['scope'],
  urls: Partial<Addresses>,
): Target {
  const options = {
    ...(urls as Addresses),
    credentials: { partner: () => partner, developer: () => developer },
  }
  return { name, scope, open: () => Promise.resolve({ options, close: () => Promise.resolve() }) }
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
  return (
    existsSync(configFile(environment)) ||
    settingsFromEnvironment(environment)['service'] !== undefined
  )
}
