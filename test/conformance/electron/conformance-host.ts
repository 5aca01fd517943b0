import type { DriverEndpoints } from '../../../src/main/windows/driver.ts'
import { connectPeer } from '../peer.ts'
import { electron } from '../../../src/main/windows/electron/real-electron.ts'
import { createElectronShell, prepareElectron } from '../../../src/main/windows/electron/shell.ts'

// Electron's main process for the conformance suite: holds a shell, and does what the suite asks of it.
const { app } = electron
const {
  FOYER_HOST_RENDERER: rendererDir = '',
  FOYER_HOST_READER: readerDir = '',
  FOYER_HOST_PRELOAD: preload = '',
  FOYER_HOST_DOWNLOADS: downloads = '',
} = process.env

if (!prepareElectron(electron, { driver: true })) app.exit(1)
// Where a download would go that no guard stops.
app.setPath('downloads', downloads)
app.on('window-all-closed', () => undefined)
process.once('disconnect', () => app.exit(0))
void app.whenReady().then(() =>
  connectPeer(process, (onDriver: (endpoints: DriverEndpoints) => void) =>
    createElectronShell({
      electron,
      rendererDir,
      readerDir,
      preload,
      env: process.env,
      onDriver,
    }),
  ),
)
