import electron from 'electron'
import ElectronStore from 'electron-store'
import type { OpenConf } from '../../settings/store.ts'

/**
 * Opens the settings of this kiosk by electron-store. Removes its IPC listeners for pages: no page of Foyer needs them.
 */
export const openElectronStore: OpenConf = (options) => {
  const store = new ElectronStore(options)
  // Outside Electron (in a test) the module is the path of a binary.
  ;(electron as Partial<typeof electron>).ipcMain?.removeAllListeners('electron-store-get-data')
  return store
}
