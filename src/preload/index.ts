import { contextBridge, ipcRenderer } from 'electron'
import { bridgeChannels, type Bridge } from '../shared/bridge.ts'
import type { View } from '../shared/ipc.ts'

const page = globalThis as unknown as { location: { origin: string }; top: unknown }
const listeners = new Set<(view: View) => void>()
let newest: View | null = null

const bridge: Bridge = {
  send: (command) => ipcRenderer.invoke(bridgeChannels.command, command),
  onView(listener) {
    listeners.add(listener)
    if (newest !== null) listener(newest)
    return () => listeners.delete(listener)
  },
}

if (page.location.origin === 'foyer://app' && page.top === globalThis) {
  ipcRenderer.on(bridgeChannels.view, (_event, view: View) => {
    newest = view
    for (const listener of listeners) listener(view)
  })
  contextBridge.exposeInMainWorld('foyer', bridge)
  ipcRenderer.send(bridgeChannels.ready)
}
