// Opens the front desk: on the service that foyer.config.json or the environment names; else on a sandbox of its own.
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startSandbox } from '../sandbox/sandbox.ts'
import { takeSecrets, takeTexts } from '../src/main/bootstrap/secrets.ts'
import { ok } from '../src/shared/result.ts'
import { makeDataFolder, sandboxEnvironment, startApp } from '../scripts/app-process.ts'

// First of all, so that nothing that is started here inherits one. What stands in files is read by the desk itself, but
// for Electron, which is not root even where the files are root's alone.
const taken =
  process.env['FOYER_SHELL'] === 'electron' ? takeSecrets(process.env) : ok(takeTexts(process.env))
if (!taken.ok) {
  console.error(`foyer: ${taken.error}`)
  process.exit(78)
}

const configured =
  existsSync(process.env['FOYER_CONFIG'] ?? join(import.meta.dirname, '..', 'foyer.config.json')) ||
  Boolean(process.env['FOYER_SERVICE_PARTNER_URL'])
const sandbox = configured ? undefined : await startSandbox()
const folder = sandbox && (await makeDataFolder('foyer-desk-'))
if (sandbox)
  console.log(`
foyer: the sandbox of the intake service runs at ${sandbox.apiUrl}
foyer: people to be, and their phone:           ${sandbox.apiUrl}/sandbox/phone
foyer: the first page makes you the administrator; "Members of staff" then gives you the role Reception, to see patients.`)
console.log('foyer: to leave, close the window, or press Ctrl+C here.\n')

let app: ChildProcess | undefined
let signalled: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    signalled = signal
    app?.kill(signal)
  })
let code: number | null = 0
try {
  if (!signalled) {
    const trial = sandbox && folder ? sandboxEnvironment(sandbox, folder) : {}
    app = startApp(
      {
        ...taken.value,
        ...trial,
        FOYER_SHELL: process.env['FOYER_SHELL'],
        FOYER_STATION: 'desk',
      },
      'inherit',
      folder ? [`--user-data-dir=${folder}`] : [],
    )
    code = ((await once(app, 'exit')) as [number | null])[0]
  }
} finally {
  await sandbox?.close()
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = code ?? 1
