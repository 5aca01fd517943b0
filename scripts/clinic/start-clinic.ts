// Opens a clinic on one machine: a sandbox of the intake service, two kiosks, and a front desk that they are paired with.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { giveToFoyer, isServiceConfigured, startApp } from '../app-process.ts'
import { takeTexts } from '../../src/main/app/secrets.ts'
import { nothingAllowed } from '../../src/main/form-view/policy.ts'
import type { Area } from '../../src/main/windows/trial-window.ts'
import { arrangeWindows, drawPassphrase, makeClinicStations } from './clinic-stations.ts'
import { prepareDesk, type Station } from './prepare-desk.ts'
import { openUnseenWindow } from '../../cli/unseen-window.ts'

// A clinic of made-up patients needs none that may stand here.
takeTexts(process.env)
if (isServiceConfigured()) {
  console.error('foyer: a service is configured; --clinic is for the sandbox alone.')
  process.exit(2)
}

/** Area to use if the screen cannot be asked: nearly every one has room for it. */
const usualScreen: Area = { left: 0, top: 0, width: 1366, height: 768 }
const member = { name: 'Ana Reyes', secret: drawPassphrase() }

const running = new Map<string, ChildProcess>()
let isEnding = false
const goesOn = () => !isEnding
function endAll(signal: NodeJS.Signals = 'SIGTERM') {
  isEnding = true
  for (const app of running.values()) app.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => endAll(signal))

const sandbox = await startSandbox()
const folders: string[] = []
try {
  const { desk, kiosks, staffPin } = await makeClinicStations(sandbox, await findWindows())
  const stations = [desk, ...kiosks]
  folders.push(...stations.map(({ folder }) => folder))
  await prepareDesk(desk, kiosks, member)
  for (const folder of folders) giveToFoyer(folder)
  console.log(`
foyer: the sandbox of the intake service runs at ${sandbox.apiUrl}
foyer: people to be, and their phone:           ${sandbox.phoneUrl}
foyer: two kiosks, paired with the desk:        ${kiosks.map(({ name }) => name).join(', ')}
foyer: sign in at the desk as:                  ${member.name}
foyer: with the passphrase:                     ${member.secret}
foyer: the same opens the kiosks' staff panel:  hold the clinic's mark for three seconds
foyer: their PIN, while the desk is away:       ${staffPin}
foyer: to leave, close the desk's window, or press Ctrl+C here.
`)
  const codes = await Promise.all(stations.map((station) => run(station, station === desk)))
  process.exitCode = codes.find((code) => code !== 0) ?? 0
} catch (error) {
  console.error(
    `foyer: the clinic cannot be opened: ${error instanceof Error ? error.message : ''}`,
  )
  process.exitCode = 1
} finally {
  await sandbox.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Arranges the windows on this machine's screen. */
async function findWindows() {
  const screen = await openUnseenWindow(nothingAllowed, 'measure', false).catch(() => undefined)
  await screen?.close()
  return arrangeWindows(screen?.free ?? usualScreen, screen?.pixelRatio ?? 1)
}

/** Runs a station until it ends; the value is its exit code. With the desk all end. */
async function run({ name, folder, environment }: Station, isDesk: boolean): Promise<number> {
  if (!goesOn()) return 0
  const shell = { FOYER_SHELL: process.env['FOYER_SHELL'] }
  const app = startApp({ ...environment, ...shell }, 'pipe', [`--user-data-dir=${folder}`])
  running.set(name, app)
  app.stderr?.pipe(process.stderr)
  // Tests that drive it from outside must know the station of each line.
  if (app.stdout)
    createInterface({ input: app.stdout }).on('line', (line) => console.log(`${name}: ${line}`))
  const [code] = (await once(app, 'exit')) as [number | null]
  running.delete(name)
  if (isDesk) endAll()
  else if (goesOn())
    console.log(`foyer: the kiosk "${name}" ended; the rest of the clinic goes on.`)
  return !goesOn() && !isDesk ? 0 : (code ?? 1)
}
