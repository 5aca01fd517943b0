import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { handOverVariable, takeTexts } from '../src/main/app/secrets.ts'
import { electronLaunch } from './electron-binary.ts'

const root = join(import.meta.dirname, '..')

/**
 * Builds a kiosk's environment at a running sandbox: addresses, location, credentials, staff PIN, vault in `dataFolder`
 * with a secret passphrase. The caller deletes it.
 */
export function sandboxEnvironment(sandbox: Sandbox, dataFolder: string): Record<string, string> {
  const { partner, developer } = sandbox.credentials
  return {
    FOYER_SERVICE_PARTNER_URL: sandbox.apiUrl,
    FOYER_SERVICE_PARTNER_AUTH_URL: sandbox.apiUrl,
    FOYER_SERVICE_DEVELOPER_URL: sandbox.apiUrl,
    FOYER_SERVICE_DEVELOPER_AUTH_URL: sandbox.apiUrl,
    FOYER_SERVICE_ACCOUNT_ID: String(sandbox.accountId),
    FOYER_SERVICE_LOCATION_ID: String(sandbox.locationIds[0]),
    FOYER_PACKETS_DEFAULT_TEMPLATE_GROUP_ID: String(sandbox.defaultTemplateGroupId),
    FOYER_DATA_DIR: join(dataFolder, 'vault'),
    FOYER_VAULT_PASSPHRASE: randomBytes(24).toString('base64url'),
    FOYER_STAFF_PIN: madeUpPin(),
    FOYER_PARTNER_CLIENT_ID: partner.clientId,
    FOYER_PARTNER_CLIENT_SECRET: partner.clientSecret,
    FOYER_DEVELOPER_CLIENT_ID: developer.clientId,
    FOYER_DEVELOPER_CLIENT_SECRET: developer.clientSecret,
  }
}

/** True if `foyer.config.json` or the environment names a service, so that nothing of a sandbox is started. */
export const isServiceConfigured = (): boolean =>
  existsSync(process.env['FOYER_CONFIG'] ?? join(root, 'foyer.config.json')) ||
  Boolean(process.env['FOYER_SERVICE_PARTNER_URL'])

/**
 * Makes an empty data folder for a kiosk started here; as root it belongs to Foyer's own user. The caller deletes it.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  giveToFoyer(folder)
  return folder
}

/**
 * Gives a folder and its content to the user that a Foyer started here as root becomes: Foyer's own, or in Electron the
 * browsers'.
 */
export function giveToFoyer(folder: string): void {
  if (process.getuid?.() !== 0) return
  const { FOYER_SHELL, FOYER_USER, FOYER_CHROMIUM_USER } = process.env
  const isElectron = FOYER_SHELL === 'electron'
  const owner = `${isElectron ? FOYER_CHROMIUM_USER || 'foyer-kiosk' : FOYER_USER || 'foyer'}:`
  spawnSync('chown', ['--recursive', owner, folder], { stdio: 'ignore' })
}

/** Makes a PIN that is hard to guess: no run of digits, no repetition, no year. */
function madeUpPin(): string {
  const between = (least: number, most: number) => String(randomInt(least, most + 1))
  return [between(3, 4), between(6, 9), '0', between(5, 9), between(6, 9), between(1, 2)].join('')
}

/**
 * Starts the built application as a process, in the shell of `FOYER_SHELL`. Secrets in `environment` bypass the real
 * environment. `electronArguments`: such as `--user-data-dir=`.
 */
export function startApp(
  environment: Readonly<Record<string, string | undefined>>,
  stdio: 'inherit' | 'pipe' = 'inherit',
  electronArguments: readonly string[] = [],
): ChildProcess {
  const options: HandOver = {
    cwd: root,
    env: { ...process.env, ...environment },
    // A driven kiosk leaves when its driver is gone: then the pipe to it breaks.
    stdio: [stdio === 'pipe' ? 'pipe' : 'ignore', stdio, stdio],
  }
  if (environment['FOYER_SHELL'] !== 'electron')
    return spawnWithSecrets(process.execPath, [join(root, 'out', 'main', 'index.js')], options)
  const launch = electronLaunch(root)
  if (!launch) throw new Error("Electron's binary is not here; `npx install-electron` fetches it.")
  return spawnWithSecrets(launch.executablePath, [root, ...electronArguments], {
    ...options,
    env: { ...options.env, ...launch.env },
  })
}

/**
 * Starts a packaged program, or a launcher and its words, with a data folder; as root it runs as the browsers' user.
 */
export function startPackaged(
  environment: Readonly<Record<string, string | undefined>>,
  dataFolder: string,
  ...[program, ...words]: readonly string[]
) {
  return spawn(
    join(root, 'resources', 'chromium-unprivileged.sh'),
    [...words, `--user-data-dir=${dataFolder}`],
    {
      env: { ...process.env, ...environment, FOYER_CHROMIUM: program },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

/** Descriptor of the pipe for the secrets: behind standard input, output and error. */
const descriptor = 3

interface HandOver {
  readonly cwd: string
  readonly stdio: readonly ('pipe' | 'inherit' | 'ignore')[]
  readonly env: NodeJS.ProcessEnv
}

/**
 * Starts a program that calls `takeSecrets`: its secrets go through a private pipe, since others could read its
 * environment while it runs.
 */
function spawnWithSecrets(
  program: string,
  args: readonly string[],
  { env, stdio, cwd }: HandOver,
): ChildProcess {
  const open = { ...env }
  const secrets = takeTexts(open)
  const child = spawn(program, args, {
    cwd,
    env: { ...open, [handOverVariable]: String(descriptor) },
    stdio: [...stdio, 'pipe'],
  })
  const pipe = child.stdio[descriptor] as Writable
  // A program that ended before it read them needs none.
  pipe.on('error', () => undefined)
  pipe.end(JSON.stringify(secrets))
  return child
}
