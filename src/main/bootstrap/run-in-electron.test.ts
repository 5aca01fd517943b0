import { mkdtemp, cp, rm, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exitCodes } from './start-up.ts'
import { writeKioskPage } from '../../../test/conformance/subject.ts'
import { fakeElectron } from '../../../test/conformance/electron/fake-electron.ts'
import { startInElectron } from './run-in-electron.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const
const listenersBefore = new Map(signals.map((name) => [name, process.listeners(name as 'SIGINT')]))

// A port on which no one answers: the kiosk opens, and says that it is out of service.
const service = {
  FOYER_SERVICE_PARTNER_URL: 'http://127.0.0.1:9',
  FOYER_SERVICE_PARTNER_AUTH_URL: 'http://127.0.0.1:9',
  FOYER_SERVICE_DEVELOPER_URL: 'http://127.0.0.1:9',
  FOYER_SERVICE_DEVELOPER_AUTH_URL: 'http://127.0.0.1:9',
  FOYER_SERVICE_ACCOUNT_ID: '1',
  FOYER_SERVICE_LOCATION_ID: '12',
}
let root: string
let environment: Record<string, string>

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-electron-start-'))
  environment = {
    ...service,
    FOYER_PARTNER_CLIENT_ID: 'id',
    FOYER_PARTNER_CLIENT_SECRET: 'canary',
    ProgramData: root,
    FOYER_DATA_DIR: join(root, 'data'),
    FOYER_VAULT_PASSPHRASE: 'canary passphrase',
  }
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const name of signals)
    for (const each of process.listeners(name as 'SIGINT'))
      if (!listenersBefore.get(name)?.includes(each)) process.off(name, each)
  await rm(root, { recursive: true, force: true })
})

async function writeRenderer() {
  const pages = await writeKioskPage()
  await cp(pages.folder, join(root, 'out', 'renderer'), { recursive: true })
  await pages.remove()
}

it('shows an administrator which settings are wrong, once Electron can show it', async () => {
  const { electron, app, raw } = fakeElectron()
  let becomeReady: () => void = () => undefined
  app.whenReady.mockReturnValue(new Promise<void>((resolve) => (becomeReady = resolve)))
  await writeFile(join(root, 'foyer.config.json'), JSON.stringify({ idel: {} }))
  const started = startInElectron(electron, root, environment)
  expect(app.enableSandbox).toHaveBeenCalled()
  expect(raw.dialog.showErrorBox).not.toHaveBeenCalled()
  becomeReady()
  await started
  expect(raw.dialog.showErrorBox).toHaveBeenCalledWith(
    'Foyer cannot start',
    expect.stringContaining(`idel (${join(root, 'foyer.config.json')}): no such key`),
  )
  expect(app.exit).toHaveBeenCalledWith(exitCodes.configuration)
})

it('gives way to a Foyer that runs, and has taken the secrets out of the environment by then', async () => {
  const { electron, app } = fakeElectron()
  app.requestSingleInstanceLock.mockImplementation(() => {
    expect(JSON.stringify(environment)).not.toContain('canary')
    return false
  })
  await startInElectron(electron, root, environment)
  expect(app.requestSingleInstanceLock).toHaveBeenCalled()
  expect(app.whenReady).not.toHaveBeenCalled()
  expect(app.exit).toHaveBeenCalledWith(exitCodes.ended)
})

it('shows why it could not open', async () => {
  const { electron, app, raw } = fakeElectron()
  await startInElectron(electron, root, environment)
  expect(raw.dialog.showErrorBox).toHaveBeenCalledWith(
    'Foyer cannot start',
    expect.stringContaining('ENOENT'),
  )
  expect(app.exit).toHaveBeenCalledWith(exitCodes.fault)
})

it('opens the kiosk, and ends the visit in order before it quits', async () => {
  await writeRenderer()
  const { electron, app, windows } = fakeElectron()
  await startInElectron(electron, root, environment)
  expect(windows[0]?.show).toHaveBeenCalled()
  const said = app.commandLine.appendSwitch.mock.calls.join()
  expect(said).toContain('host-resolver-rules,MAP * ~NOTFOUND')
  expect(said).not.toContain('remote-debugging')
  expect(app.listenerCount('window-all-closed')).toBe(1)
  const preventDefault = vi.fn()
  app.emit('before-quit', { preventDefault })
  expect(preventDefault).toHaveBeenCalled()
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(exitCodes.ended))
  expect(windows[0]?.destroy).toHaveBeenCalled()
})

it('tells who may drive it where, for each window that is open', async () => {
  await writeRenderer()
  const { electron, app } = fakeElectron()
  const userData = join(root, 'user-data')
  await mkdir(userData)
  const port = join(userData, 'DevToolsActivePort')
  await writeFile(port, '1\n/devtools/browser/stale')
  app.getPath = () => userData
  app.whenReady.mockImplementation(() => writeFile(port, '4711\n/devtools/browser/now'))
  const told = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await startInElectron(electron, root, { ...environment, FOYER_DRIVER: '1' })
  expect(app.commandLine.appendSwitch).toHaveBeenCalledWith('remote-debugging-port', '0')
  expect(told).toHaveBeenCalledWith(
    'FOYER_DRIVER {"kiosk":"ws://127.0.0.1:4711/devtools/browser/now"}\n',
  )
  app.emit('before-quit', { preventDefault: () => undefined })
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalled())
})
