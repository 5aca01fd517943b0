import { join } from 'node:path'
import { compose, type Foyer } from './compose.ts'
import { takeCredentials } from './credentials.ts'
import { openLog } from './log.ts'
import { describeProblems, loadSettings, policyPath } from './settings/load.ts'
import type { Settings } from './settings/schema.ts'
import { openShell } from './shell/open-shell.ts'

const exitCodes = { configuration: 78, fault: 70 } as const

/** The project's folder: the built main process stands in `out/main/`. */
const root = join(import.meta.dirname, '..', '..')

function isLoopback(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
}

/**
 * Whether tests and the walkthrough may drive the windows from outside (`FOYER_DRIVER=1`). Never when the
 * intake service is a real one: then the DevTools endpoints stay shut, whatever the environment says.
 */
function mayBeDriven(settings: Settings, environment: NodeJS.ProcessEnv): boolean {
  const { partnerUrl, developerUrl } = settings.service
  return environment['FOYER_DRIVER'] === '1' && isLoopback(partnerUrl) && isLoopback(developerUrl)
}

/**
 * Starts Foyer: reads the settings, takes the credentials out of the environment, opens the shell and composes
 * the rest. Ends the process with 78 when the settings are wrong, after naming each wrong key.
 */
export async function startUp(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const credentials = takeCredentials(environment)
  const loaded = loadSettings({
    configFile: environment['FOYER_CONFIG'] ?? join(root, 'foyer.config.json'),
    policyFile: policyPath(process.platform, environment),
    environment,
  })
  if (!loaded.ok) {
    process.stderr.write(
      `foyer: the settings need a correction:\n${describeProblems(loaded.error)}\n`,
    )
    process.exit(exitCodes.configuration)
  }
  const { settings } = loaded.value
  const log = openLog(settings.kiosk.name)

  const driven = mayBeDriven(settings, environment)
  const shell = await openShell({
    root,
    environment,
    ...(driven && {
      onDriver: (endpoints: object) =>
        process.stdout.write(`FOYER_DRIVER ${JSON.stringify(endpoints)}\n`),
    }),
  })
  let foyer: Foyer | undefined = undefined
  let leaving: Promise<never> | undefined
  const leave = (code: number) => {
    leaving ??= (foyer ?? { stop: () => shell.close() }).stop().then(() => process.exit(code))
    return leaving
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void leave(0))
  if (driven) process.stdin.on('end', () => void leave(0)).resume()
  process.once('uncaughtException', (error) => {
    log.event('bug', { detail: error.name })
    void leave(exitCodes.fault)
  })
  foyer = await compose({ settings, credentials, shell, log, onClosed: () => void leave(0) })
}
