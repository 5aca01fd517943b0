import { contextBridge, ipcRenderer } from 'electron'
import { bridgeChannels, type Bridge } from '../shared/bridge.ts'
import type { View } from '../shared/ipc.ts'

const listeners = new Set<(view: View) => void>()
let newest: View | null = null

const bridge: Bridge = {
  send: (command) => ipcRenderer.invoke(bridgeChannels.command, command),
  onView(listener) {
    if (listeners.size === 0) ipcRenderer.send(bridgeChannels.ready)
    listeners.add(listener)
    if (newest !== null) listener(newest)
    return () => listeners.delete(listener)
  },
}

if (location.origin === 'foyer://app' && top === (globalThis as unknown)) {
  ipcRenderer.on(bridgeChannels.view, (_event, view: View) => {
    newest = view
    for (const listener of listeners) listener(view)
  })
  contextBridge.exposeInMainWorld('foyer', bridge)
}
