import { beforeEach, expect, it, vi } from 'vitest'

const electron = vi.hoisted(() => ({
  contextBridge: { exposeInMainWorld: vi.fn() },
  ipcRenderer: { invoke: vi.fn(() => Promise.resolve('reply')), on: vi.fn(), send: vi.fn() },
}))
vi.mock('electron', () => electron)

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
  const [name, exposed] = (electron.contextBridge.exposeInMainWorld.mock.lastCall ?? []) as [
    string?,
    Exposed?,
  ]
  if (name !== undefined) expect(name).toBe('foyer')
  return exposed
}
const arrive = (view: unknown) =>
  (electron.ipcRenderer.on.mock.lastCall?.[1] as (event: unknown, view: unknown) => void)(
    { sender: 'of Electron' },
    view,
  )

beforeEach(() => vi.clearAllMocks())

it('20. exposes two functions to our own page, and nothing of Electron', async () => {
  const exposed = await preloadInto('foyer://app')
  expect(Object.keys(exposed ?? {}).sort()).toEqual(['onView', 'send'])
  expect(electron.contextBridge.exposeInMainWorld).toHaveBeenCalledTimes(1)
  const listener = vi.fn()
  exposed?.onView(listener)
  arrive({ sequence: 1 })
  expect(listener.mock.calls).toEqual([[{ sequence: 1 }]])
})

it('20. lets our page choose neither the channel nor anything beside the command', async () => {
  const exposed = await preloadInto('foyer://app')
  const send = exposed?.send as (...args: unknown[]) => Promise<unknown>
  expect(await send({ type: 'begin' }, 'another', 'argument')).toBe('reply')
  expect(electron.ipcRenderer.invoke.mock.calls).toEqual([['foyer:command', { type: 'begin' }]])
  expect(electron.ipcRenderer.send.mock.calls).toEqual([['foyer:ready']])
})

it.each([
  ['https://forms.example', true],
  ['null', true],
  ['foyer://app.a.example', true],
  ['foyer://app', false],
])('20. exposes nothing to a page of %s (top frame: %s)', async (origin, isTop) => {
  expect(await preloadInto(origin, isTop)).toBeUndefined()
  expect(electron.ipcRenderer.on).not.toHaveBeenCalled()
  expect(electron.ipcRenderer.send).not.toHaveBeenCalled()
})

it('gives a listener the newest view at once, and lets it go again', async () => {
  const exposed = await preloadInto('foyer://app')
  arrive({ sequence: 1 })
  const listener = vi.fn()
  const leave = exposed?.onView(listener)
  leave?.()
  arrive({ sequence: 2 })
  expect(listener.mock.calls).toEqual([[{ sequence: 1 }]])
})
