// Opens the kiosk: on the service that foyer.config.json or the environment names, full screen; else on a sandbox of
// its own, as a window with a phone beside it.
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSandbox } from '../sandbox/sandbox.ts'
import { takeSecrets, takeTexts } from '../src/main/bootstrap/secrets.ts'
import { trialWindowOf, type TrialWindow } from '../src/main/shell/trial-window.ts'
import { ok } from '../src/shared/result.ts'
import { makeDataFolder, sandboxEnvironment, startApp } from '../scripts/app-process.ts'
import { loseNetworkOnceKnown } from './lose-network.ts'
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
  options: {
    'full-screen': { type: 'boolean' },
    size: { type: 'string', default: 'fit' },
    offline: { type: 'boolean', default: false },
  },
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

if (configured && values.offline) {
  console.error('foyer: a service is configured; --offline is for the sandbox alone.')
  process.exit(2)
}

const sandbox = configured ? undefined : await startSandbox()
const folder = sandbox && (await makeDataFolder('foyer-trial-'))
const trial = sandbox && folder ? sandboxEnvironment(sandbox, folder) : {}
if (values.offline) trial['FOYER_OFFLINE_ENABLED'] = 'true'
const phoneUrl = `${sandbox?.apiUrl}/sandbox/phone`
if (sandbox)
  console.log(`
foyer: the sandbox of the intake service runs at ${sandbox.apiUrl}
foyer: people to be, and their phone:           ${phoneUrl}
foyer: the staff PIN of this trial:             ${trial['FOYER_STAFF_PIN']} (hold the clinic's mark for three seconds)`)
console.log(
  'foyer: to leave the kiosk, press Ctrl+C here (or end the process from another console, or leave it as staff).\n',
)

let app: ChildProcess | undefined
let signalled: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    signalled = signal
    app?.kill(signal)
  })

const phone = sandbox && wanted && (await openPhoneFor(wanted.size))
let code: number | null = 0
try {
  if (!signalled) {
    app = startApp(
      {
        ...secrets,
        ...trial,
        FOYER_SHELL: process.env['FOYER_SHELL'],
        FOYER_WINDOW: sandbox && wanted && (phone?.kiosk ?? values.size),
      },
      'inherit',
      folder ? [`--user-data-dir=${folder}`] : [],
    )
    const ended = once(app, 'exit') as Promise<[number | null]>
    await showPhone()
    if (sandbox && values.offline) await loseNetwork(sandbox, ended)
    code = (await ended)[0]
  }
} finally {
  await phone?.close()
  await sandbox?.close()
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = code ?? 1

/** The phone, where this machine has a Chromium to show it in. */
function openPhoneFor(size: TrialWindow['size']): Promise<PhoneWindow | undefined> {
  // Tests and the moving picture look at it from outside.
  const isDriven = process.env['FOYER_DRIVER'] === '1'
  return openPhone(phoneUrl, size, isDriven).catch(() => undefined)
}

/** Shows the phone; where it has no place, tells its address. */
async function showPhone(): Promise<void> {
  if (!sandbox || !wanted) return
  const isShown = await phone?.show().catch(() => false)
  if (!isShown) console.log(`foyer: please open the phone in a browser:     ${phoneUrl}\n`)
  else if (phone?.endpoint) console.log(`PHONE_DRIVER ${phone.endpoint}`)
}

/** Lets the network go as soon as the kiosk has read what it needs without it. */
async function loseNetwork(
  from: NonNullable<typeof sandbox>,
  ended: Promise<unknown>,
): Promise<void> {
  const knows = await loseNetworkOnceKnown(from.control, ended)
  console.log(`
foyer: the network is gone now${knows ? "; the kiosk knows the clinic's forms" : ', before the kiosk knew any forms'}
foyer: to bring it back, tap "The network is gone": ${from.apiUrl}/sandbox/network
`)
}
