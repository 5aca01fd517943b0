import { join } from 'node:path'
import { exitCodes, readStartupConfiguration, start, type PlatformAdapter } from './start-up.ts'
import type { ElectronApi } from '../shell/electron/api.ts'
import { safeStorageSealer } from '../vault/keys/safe-storage.ts'
import { createElectronShell, prepareElectron } from '../shell/electron/shell.ts'

/**
 * Starts Foyer in Electron. What must be said before Electron is ready is said before this returns; the
 * promise ends when the kiosk is open, or Electron was told to exit. Wrong settings are shown in a box:
 * on Windows no one sees the standard error.
 */
export async function startInElectron(
  electron: ElectronApi,
  root: string,
  environment: NodeJS.ProcessEnv,
  loadSettingsFile?: PlatformAdapter['loadSettingsFile'],
): Promise<void> {
  const { app, dialog } = electron
  const configuration = readStartupConfiguration(root, environment)
  const isOnly = prepareElectron(electron, {
    driver: configuration.ok && configuration.value.driven,
    ...(configuration.ok && { scale: configuration.value.trial?.scale }),
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
    process.stderr.write(`foyer: ${configuration.error}\n`)
    dialog.showErrorBox('Foyer cannot start', configuration.error)
    app.exit(exitCodes.configuration)
    return
  }
  const platform: PlatformAdapter = {
    openShell: (onDriver) =>
      createElectronShell({
        electron,
        rendererDir: join(root, 'out', 'renderer'),
        preload: join(root, 'out', 'preload', 'index.cjs'),
        ...(configuration.value.trial && { trial: configuration.value.trial }),
        ...(onDriver && { onDriver }),
      }),
    sealers: [safeStorageSealer(electron.safeStorage)],
    ...(loadSettingsFile && { loadSettingsFile }),
    exit: (code) => app.exit(code),
    onQuit: (leave) =>
      app.on('before-quit', (event) => {
        event.preventDefault()
        leave()
      }),
  }
  try {
    await start(configuration.value, platform)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    process.stderr.write(`foyer: could not start: ${reason}\n`)
    dialog.showErrorBox('Foyer cannot start', reason)
    app.exit(exitCodes.fault)
  }
}
