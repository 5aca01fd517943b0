import { EventEmitter } from 'node:events'
import { beforeEach, expect, it, vi } from 'vitest'

/** Electron's renderer side: the exposed interface, and the messages to main. */
const electron = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  sent: [] as unknown[][],
  fromMain: undefined as EventEmitter | undefined,
}))
vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld(name: string, value: unknown) {
      if (electron.exposed.has(name)) throw new Error(`${name}: is exposed already`)
      electron.exposed.set(name, value)
    },
  },
  ipcRenderer: {
    on: (channel: string, listener: (...args: unknown[]) => void) =>
      electron.fromMain?.on(channel, listener),
    send: (...message: unknown[]) => void electron.sent.push(message),
    invoke(...message: unknown[]) {
      electron.sent.push(message)
      return Promise.resolve('reply')
    },
  },
}))

interface Exposed {
  readonly send: (command: unknown) => Promise<unknown>
  readonly onView: (listener: (...args: unknown[]) => void) => () => void
}

/** Runs the preload in a page of this origin; what it exposed there. */
async function preloadInto(origin: string, isTop = true): Promise<Exposed | undefined> {
  vi.resetModules()
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('top', isTop ? globalThis : {})
  await import('./index.ts')
  vi.unstubAllGlobals()
  return electron.exposed.get('foyer') as Exposed | undefined
}
const arrive = (view: unknown) =>
  electron.fromMain?.emit('foyer:view', { sender: 'of Electron' }, view)

beforeEach(() => {
  electron.exposed.clear()
  electron.sent.length = 0
  electron.fromMain = new EventEmitter()
})

it('20. exposes two functions to our own page, and nothing of Electron', async () => {
  const exposed = await preloadInto('foyer://app')
  expect([...electron.exposed.keys()]).toEqual(['foyer'])
  expect(Object.keys(exposed ?? {}).sort()).toEqual(['onView', 'send'])
  const heard: unknown[] = []
  exposed?.onView((...args) => heard.push(args))
  arrive({ sequence: 1 })
  expect(heard).toEqual([[{ sequence: 1 }]])
})

it('20. lets our page choose neither the channel nor anything beside the command', async () => {
  const exposed = await preloadInto('foyer://app')
  const send = exposed?.send as (...args: unknown[]) => Promise<unknown>
  expect(electron.sent).toEqual([])
  exposed?.onView(() => undefined)
  expect(await send({ type: 'begin' }, 'another', 'argument')).toBe('reply')
  expect(electron.sent).toEqual([['foyer:ready'], ['foyer:command', { type: 'begin' }]])
})

it.each([
  ['https://forms.example', true],
  ['null', true],
  ['foyer://app.a.example', true],
  ['foyer://app', false],
])('20. exposes nothing to a page of %s (top frame: %s)', async (origin, isTop) => {
  expect(await preloadInto(origin, isTop)).toBeUndefined()
  expect(electron.exposed.size).toBe(0)
  expect(electron.fromMain?.eventNames()).toEqual([])
  expect(electron.sent).toEqual([])
})

it('gives a listener the newest view at once, and lets it go again', async () => {
  const exposed = await preloadInto('foyer://app')
  arrive({ sequence: 1 })
  const heard: unknown[] = []
  exposed?.onView((view) => heard.push(view))()
  arrive({ sequence: 2 })
  expect(heard).toEqual([{ sequence: 1 }])
})
