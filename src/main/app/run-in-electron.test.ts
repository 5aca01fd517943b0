import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exitCodes } from './start-up.ts'
import { writeKioskPage } from '../../../test/conformance/subject.ts'
import { noService } from '#harness/no-service.ts'
import { testFolder } from '#harness/test-folder.ts'
import { fakeElectron } from '../../../test/conformance/electron/fake-electron.ts'
import { isPrevented } from '../../../test/conformance/electron/fake-event.ts'
import { startInElectron } from './run-in-electron.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const
const listenersBefore = new Map(signals.map((name) => [name, process.listeners(name as 'SIGINT')]))

let root: string
let environment: Record<string, string>

beforeEach(() => {
  root = testFolder()
  environment = {
    ...noService,
    FOYER_PARTNER_CLIENT_ID: 'id',
    FOYER_PARTNER_CLIENT_SECRET: 'canary',
    ProgramData: root,
    FOYER_DATA_DIR: join(root, 'data'),
    FOYER_VAULT_PASSPHRASE: 'canary passphrase',
  }
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const name of signals)
    for (const each of process.listeners(name as 'SIGINT'))
      if (!listenersBefore.get(name)?.includes(each)) process.off(name, each)
})

async function writeRenderer() {
  const pages = await writeKioskPage()
  await cp(pages.folder, join(root, 'out', 'renderer'), { recursive: true })
  await pages.remove()
}

it('shows an administrator which settings are wrong, once Electron can show it', async () => {
  const { electron, app, errorBoxes } = fakeElectron()
  let becomeReady: () => void = () => undefined
  const ready = new Promise<void>((resolve) => (becomeReady = resolve))
  app.ready = () => ready
  await writeFile(join(root, 'foyer.config.json'), JSON.stringify({ idel: {} }))
  const started = startInElectron(electron, root, environment)
  expect(app.isSandboxed).toBe(true)
  expect(errorBoxes).toEqual([])
  becomeReady()
  await started
  const text = expect.stringContaining(
    `idel (${join(root, 'foyer.config.json')}): no such key`,
  ) as string
  expect(errorBoxes).toEqual([{ title: 'Foyer cannot start', text }])
  expect(app.exitCode).toBe(exitCodes.configuration)
})

it('gives way to a Foyer that runs, and has taken the secrets out of the environment by then', async () => {
  const { electron, app } = fakeElectron()
  let environmentAtLock = 'not asked for'
  app.requestSingleInstanceLock = () => {
    environmentAtLock = JSON.stringify(environment)
    return false
  }
  await startInElectron(electron, root, environment)
  expect(environmentAtLock).toContain('FOYER_DATA_DIR')
  expect(environmentAtLock).not.toContain('canary')
  expect(app.isAskedToBeReady).toBe(false)
  expect(app.exitCode).toBe(exitCodes.ended)
})

it('shows no box where a supervisor starts it again', async () => {
  const { electron, app, errorBoxes } = fakeElectron()
  await startInElectron(electron, root, { ...environment, FOYER_SUPERVISED: '1' })
  expect(errorBoxes).toEqual([])
  expect(app.exitCode).toBe(exitCodes.fault)
})

it('shows why it could not open', async () => {
  const { electron, app, errorBoxes } = fakeElectron()
  await startInElectron(electron, root, environment)
  const text = expect.stringContaining('ENOENT') as string
  expect(errorBoxes).toEqual([{ title: 'Foyer cannot start', text }])
  expect(app.exitCode).toBe(exitCodes.fault)
})

it('opens the kiosk, and ends the visit in order before it quits', async () => {
  await writeRenderer()
  const { electron, app, windows } = fakeElectron()
  await startInElectron(electron, root, environment)
  expect(windows.map(({ isShown }) => isShown)).toEqual([true])
  expect(app.switches.get('host-resolver-rules')).toContain('MAP * ~NOTFOUND')
  expect([...app.switches.keys()].join()).not.toContain('remote-debugging')
  expect(app.listenerCount('window-all-closed')).toBe(1)
  expect(isPrevented(app, 'before-quit')).toBe(true)
  await expect.poll(() => app.exitCode).toBe(exitCodes.ended)
  expect(windows.map((window) => window.isDestroyed())).toEqual([true])
})

it('tells who may drive it where, for each window that is open', async () => {
  await writeRenderer()
  const { electron, app } = fakeElectron()
  const userData = join(root, 'user-data')
  await mkdir(userData)
  const port = join(userData, 'DevToolsActivePort')
  await writeFile(port, '1\n/devtools/browser/stale')
  app.userData = userData
  app.ready = () => writeFile(port, '4711\n/devtools/browser/now')
  const written: unknown[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(text) > 0)
  await startInElectron(electron, root, { ...environment, FOYER_DRIVER: '1' })
  expect(app.switches.get('remote-debugging-port')).toBe('0')
  expect(written).toContain('FOYER_DRIVER {"kiosk":"ws://127.0.0.1:4711/devtools/browser/now"}\n')
  expect(isPrevented(app, 'before-quit')).toBe(true)
  await expect.poll(() => app.exitCode).toBe(exitCodes.ended)
})
