// Opens the kiosk: on the service that foyer.config.json or the environment names, else on a sandbox of its own.
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startSandbox } from '../sandbox/sandbox.ts'
import { takeSecrets, takeTexts } from '../src/main/bootstrap/secrets.ts'
import { ok } from '../src/shared/result.ts'
import { makeDataFolder, sandboxEnvironment, startApp } from '../scripts/app-process.ts'

// First of all, so that nothing that is started here inherits one. What stands in files is read by the kiosk itself, but
// for Electron, which is not root even where the files are root's alone.
const taken =
  process.env['FOYER_SHELL'] === 'electron' ? takeSecrets(process.env) : ok(takeTexts(process.env))
if (!taken.ok) {
  console.error(`foyer: ${taken.error}`)
  process.exit(78)
}
const secrets = taken.value

const configured =
  existsSync(process.env['FOYER_CONFIG'] ?? join(import.meta.dirname, '..', 'foyer.config.json')) ||
  Boolean(process.env['FOYER_SERVICE_PARTNER_URL'])

const sandbox = configured ? undefined : await startSandbox()
const folder = sandbox && (await makeDataFolder('foyer-trial-'))
const trial = sandbox && folder ? sandboxEnvironment(sandbox, folder) : {}
if (sandbox)
  console.log(`
foyer: the sandbox of the intake service runs at ${sandbox.apiUrl}
foyer: codes arrive in its pretend inbox:       ${sandbox.inboxUrl}
foyer: people to check in as:                   ${sandbox.apiUrl}/sandbox/people
foyer: the staff PIN of this trial:             ${trial['FOYER_STAFF_PIN']} (hold the clinic's mark for three seconds)`)
console.log(
  'foyer: to leave the kiosk, press Ctrl+C here (or end the process from another console, or leave it as staff).\n',
)

const app = startApp(
  { ...secrets, ...trial, FOYER_SHELL: process.env['FOYER_SHELL'] },
  'inherit',
  folder ? [`--user-data-dir=${folder}`] : [],
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.kill(signal))
const [code] = (await once(app, 'exit')) as [number | null]
await sandbox?.close()
if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
process.exitCode = code ?? 1
