import { contextBridge, ipcRenderer } from 'electron'
import { bridgeChannels } from '../shared/bridge-channels.ts'
import type { Bridge } from '../shared/bridge.ts'

const page = globalThis as unknown as { location: { origin: string }; top: unknown }
const listeners = new Set<(view: unknown) => void>()
let newest: unknown = null

const bridge: Bridge = {
  send: (command) => ipcRenderer.invoke(bridgeChannels.command, command),
  onView(listener) {
    listeners.add(listener)
    if (newest !== null) listener(newest)
    return () => listeners.delete(listener)
  },
}

if (page.location.origin === 'foyer://app' && page.top === globalThis) {
  ipcRenderer.on(bridgeChannels.view, (_event, view: unknown) => {
    newest = view
    for (const listener of listeners) listener(view)
  })
  contextBridge.exposeInMainWorld('foyer', bridge)
  ipcRenderer.send(bridgeChannels.ready)
}
