// Opens the kiosk or the front desk (`node cli/start.ts kiosk|desk`): on the service that foyer.config.json or the
// environment names; else on a sandbox of its own, a kiosk then as a window with a phone beside it.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startSandbox } from '../sandbox/sandbox.ts'
import { takeSecrets, takeTexts } from '../src/main/app/secrets.ts'
import { trialWindowOf } from '../src/main/windows/trial-window.ts'
import { ok } from '../src/shared/result.ts'
import {
  isServiceConfigured,
  makeDataFolder,
  sandboxEnvironment,
  startApp,
} from '../scripts/app-process.ts'
import { loseNetworkOnceKnown } from './lose-network.ts'
import { openPhone } from './unseen-window.ts'

// First of all, so that no child process inherits a secret. The station itself reads secrets kept in files, except for
// Electron, which is not root even where only root may read the files.
const taken =
  process.env['FOYER_SHELL'] === 'electron' ? takeSecrets(process.env) : ok(takeTexts(process.env))
if (!taken.ok) {
  console.error(`foyer: ${taken.error}`)
  process.exit(78)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'full-screen': { type: 'boolean' },
    size: { type: 'string', default: 'fit' },
    offline: { type: 'boolean', default: false },
  },
})
const [station = 'kiosk'] = positionals
const isKiosk = station === 'kiosk'

function refuse(why: string): never {
  console.error(`foyer: ${why}`)
  process.exit(2)
}

const configured = isServiceConfigured()
const wanted = isKiosk && !values['full-screen'] ? trialWindowOf(values.size) : undefined
if (!isKiosk && station !== 'desk') refuse('say kiosk or desk.')
if (isKiosk && !wanted && !values['full-screen']) refuse('--size is WIDTHxHEIGHT in px.')
if (configured && values.size !== 'fit')
  console.log('foyer: a service is configured, so the kiosk is full screen; --size is for trials.')
if (configured && values.offline)
  refuse('a service is configured; --offline is for the sandbox alone.')

const sandbox = configured ? undefined : await startSandbox()
const folder = sandbox && (await makeDataFolder(isKiosk ? 'foyer-trial-' : 'foyer-desk-'))
const trial = sandbox && folder ? sandboxEnvironment(sandbox, folder) : {}
if (values.offline) trial['FOYER_OFFLINE_ENABLED'] = 'true'
const phoneUrl = sandbox?.phoneUrl ?? ''
if (sandbox)
  console.log(`
foyer: the sandbox of the intake service runs at ${sandbox.apiUrl}
foyer: people to be, and their phone:           ${phoneUrl}
${
  isKiosk
    ? `foyer: the staff PIN of this trial:             ${trial['FOYER_STAFF_PIN']} (hold the clinic's mark for three seconds)`
    : 'foyer: the first page makes you the administrator; "Members of staff" then gives you the role Reception, to see patients.'
}`)
console.log(
  isKiosk
    ? 'foyer: to leave the kiosk, press Ctrl+C here (or end the process from another console, or leave it as staff).\n'
    : 'foyer: to leave, close the window, or press Ctrl+C here.\n',
)

let app: ChildProcess | undefined
let signalled: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    signalled = signal
    app?.kill(signal)
  })

// Chromium of this machine. Tests and the animated picture watch it from outside.
const isDriven = process.env['FOYER_DRIVER'] === '1'
const opening = sandbox && wanted && openPhone(phoneUrl, wanted.size, isDriven)
const phone = await opening?.catch(() => undefined)
let code: number | null = 0
try {
  if (!signalled) {
    const window = sandbox && wanted && (phone?.kiosk ?? values.size)
    const own = isKiosk ? { FOYER_WINDOW: window } : { FOYER_STATION: 'desk' }
    app = startApp(
      { ...taken.value, ...trial, FOYER_SHELL: process.env['FOYER_SHELL'], ...own },
      'inherit',
      folder ? [`--user-data-dir=${folder}`] : [],
    )
    const ended = once(app, 'exit') as Promise<[number | null]>
    if (sandbox && wanted) {
      const isShown = await phone?.show().catch(() => false)
      if (!isShown) console.log(`foyer: please open the phone in a browser:     ${phoneUrl}\n`)
      else if (phone?.endpoint) console.log(`PHONE_DRIVER ${phone.endpoint}`)
    }
    if (sandbox && values.offline) {
      const knows = await loseNetworkOnceKnown(sandbox.control, ended)
      console.log(`
foyer: the network is gone now${knows ? "; the kiosk knows the clinic's forms" : ', before the kiosk knew any forms'}
foyer: to bring it back, tap "The network is gone": ${sandbox.apiUrl}/sandbox/network
`)
    }
    code = (await ended)[0]
  }
} finally {
  await phone?.close()
  await sandbox?.close()
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = code ?? 1
