import electron from 'electron'
import ElectronStore from 'electron-store'
import type { OpenConf } from '../../settings/store.ts'

/** Opens the settings of this kiosk by electron-store, without its IPC listeners, which no page of Foyer needs. */
export const openElectronStore: OpenConf = (options) => {
  const store = new ElectronStore(options)
  // Outside Electron (in a test) the module is the path of a binary.
  ;(electron as Partial<typeof electron>).ipcMain?.removeAllListeners('electron-store-get-data')
  return store
}
