// Opens the kiosk: on the service that foyer.config.json or the environment names, full screen; else on a sandbox of
// its own, as a window with a phone beside it.
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSandbox } from '../sandbox/sandbox.ts'
import { takeSecrets, takeTexts } from '../src/main/bootstrap/secrets.ts'
import { trialWindowOf } from '../src/main/shell/trial-window.ts'
import { ok } from '../src/shared/result.ts'
import { makeDataFolder, sandboxEnvironment, startApp } from '../scripts/app-process.ts'
import { openPhone, type PhoneWindow } from './phone-window.ts'

// First of all, so that nothing that is started here inherits one. What stands in files is read by the kiosk itself, but
// for Electron, which is not root even where the files are root's alone.
const taken =
  process.env['FOYER_SHELL'] === 'electron' ? takeSecrets(process.env) : ok(takeTexts(process.env))
if (!taken.ok) {
  console.error(`foyer: ${taken.error}`)
  process.exit(78)
}
const secrets = taken.value

const { values } = parseArgs({
  options: { 'full-screen': { type: 'boolean' }, size: { type: 'string', default: 'fit' } },
})

const configured =
  existsSync(process.env['FOYER_CONFIG'] ?? join(import.meta.dirname, '..', 'foyer.config.json')) ||
  Boolean(process.env['FOYER_SERVICE_PARTNER_URL'])

const wanted = values['full-screen'] ? undefined : trialWindowOf(values.size)
if (!wanted && !values['full-screen']) {
  console.error('foyer: --size is WIDTHxHEIGHT in px.')
  process.exit(2)
}
if (configured && values.size !== 'fit')
  console.log('foyer: a service is configured, so the kiosk is full screen; --size is for trials.')

const sandbox = configured ? undefined : await startSandbox()
const folder = sandbox && (await makeDataFolder('foyer-trial-'))
const trial = sandbox && folder ? sandboxEnvironment(sandbox, folder) : {}
const phoneUrl = `${sandbox?.apiUrl}/sandbox/phone`
if (sandbox)
  console.log(`
foyer: the sandbox of the intake service runs at ${sandbox.apiUrl}
foyer: people to be, and their phone:           ${phoneUrl}
foyer: the staff PIN of this trial:             ${trial['FOYER_STAFF_PIN']} (hold the clinic's mark for three seconds)`)
console.log(
  'foyer: to leave the kiosk, press Ctrl+C here (or end the process from another console, or leave it as staff).\n',
)

/** Tests and the moving picture look at the phone from outside. */
const isDriven = process.env['FOYER_DRIVER'] === '1'

const app = startApp(
  {
    ...secrets,
    ...trial,
    FOYER_SHELL: process.env['FOYER_SHELL'],
    FOYER_WINDOW: sandbox && wanted && values.size,
  },
  'inherit',
  folder ? [`--user-data-dir=${folder}`] : [],
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => app.kill(signal))
const ended = once(app, 'exit') as Promise<[number | null]>
const phone = sandbox && wanted ? await beside(openPhone(phoneUrl, wanted, isDriven)) : undefined
const [code] = await ended
await phone?.close()
await sandbox?.close()
if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
process.exitCode = code ?? 1

/** The phone once it is open; where none can be, the address is told. */
async function beside(opening: Promise<PhoneWindow | undefined>): Promise<PhoneWindow | undefined> {
  const opened = await opening.catch(() => undefined)
  if (opened?.endpoint) console.log(`PHONE_DRIVER ${opened.endpoint}`)
  if (!opened) console.log(`foyer: please open the phone in a browser:     ${phoneUrl}\n`)
  return opened
}
