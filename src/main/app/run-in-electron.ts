import { join } from 'node:path'
import { err, type Result } from '../../shared/result.ts'
import { runStation } from './run-station.ts'
import {
  driverReport,
  exitCodes,
  readStartupConfiguration,
  type StartupConfiguration,
} from './start-up.ts'
import type { PlatformAdapter } from './station.ts'
import type { ElectronApi } from '../windows/electron/api.ts'
import { safeStorageSealer } from '../vault/keys/sealers.ts'
import { createElectronShell, prepareElectron } from '../windows/electron/shell.ts'

/** Starts Foyer in Electron; ends when it is open or told to exit. A box shows wrong settings, also on Windows. */
export async function startInElectron(
  electron: ElectronApi,
  root: string,
  environment: NodeJS.ProcessEnv,
  loadSettingsFile?: PlatformAdapter['loadSettingsFile'],
): Promise<void> {
  const { app, dialog } = electron
  function fail(code: number, reason: string, before = '') {
    process.stderr.write(`foyer: ${before}${reason}\n`)
    // A box would wait for someone on a screen of patients, and keep the supervisor from trying again.
    if (environment['FOYER_SUPERVISED'] !== '1') dialog.showErrorBox('Foyer cannot start', reason)
    app.exit(code)
  }
  const configuration = ofWindow(readStartupConfiguration(root, environment))
  const isOnly = prepareElectron(electron, {
    ...(configuration.ok && {
      driver: configuration.value.driven,
      scale: configuration.value.trial?.scale,
      isHeard: configuration.value.settings.station === 'desk',
    }),
  })
  if (!isOnly) {
    process.stderr.write('foyer: a Foyer already runs here.\n')
    app.exit(exitCodes.ended)
    return
  }
  // Without a listener Electron quits by itself, before the visit has ended in order.
  app.on('window-all-closed', () => undefined)
  await app.whenReady()
  if (!configuration.ok) {
    fail(exitCodes.configuration, configuration.error)
    return
  }
  const { trial } = configuration.value
  const onDriver = driverReport(configuration.value)
  const windows = {
    electron,
    rendererDir: join(root, 'out', 'renderer'),
    readerDir: join(root, 'out', 'reader'),
    preload: join(root, 'out', 'preload', 'index.cjs'),
    env: process.env,
  }
  const platform: PlatformAdapter = {
    openShell: () => createElectronShell({ ...windows, trial, onDriver }),
    async openDeskShell() {
      const { createElectronDeskShell } = await import('../windows/electron/desk-shell.ts')
      const pagesDir = join(root, 'out', 'desk')
      return createElectronDeskShell({ ...windows, pagesDir, trial, onDriver })
    },
    sealers: [safeStorageSealer(electron.safeStorage)],
    ...(loadSettingsFile && { loadSettingsFile }),
    exit: (code) => app.exit(code),
    relaunch: () => app.relaunch(),
    onQuit: (leave) =>
      app.on('before-quit', (event) => {
        event.preventDefault()
        leave()
      }),
  }
  try {
    await runStation(configuration.value, platform)
  } catch (error) {
    fail(exitCodes.fault, error instanceof Error ? error.message : 'unknown', 'could not start: ')
  }
}

function ofWindow(read: Result<StartupConfiguration, string>): typeof read {
  if (!read.ok || read.value.settings.station !== 'hub') return read
  return err('station: this machine is a hub, which has no window; start it with foyer hub')
}
