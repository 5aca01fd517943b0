import { afterEach, beforeEach, expect, it, vi, type Mock } from 'vitest'
import type { View } from '../../../shared/ipc.ts'
import type { Refused } from '../../../shared/windows.ts'
import type { FormViewOptions, Shell } from '../port.ts'
import { writeKioskPage, type KioskPages } from '../../../../test/conformance/subject.ts'
import { fakeElectron } from '../../../../test/conformance/electron/fake-electron.ts'
import { confined } from './form.ts'
import { createElectronShell, prepareElectron } from './shell.ts'

const own = 'http://127.0.0.1:4000'
const refused: Refused[] = []
const handler = vi.fn((raw: unknown, sender: unknown) => Promise.resolve({ raw, sender }))
let fake: ReturnType<typeof fakeElectron>
let pages: KioskPages
let shell: Shell | undefined
const onClosed = vi.fn()

async function start(options = {}) {
  fake = fakeElectron(options)
  shell = await createElectronShell({
    electron: fake.electron,
    rendererDir: pages.folder,
    preload: '/out/preload/index.cjs',
  })
  return shell.openKiosk({ locale: 'en', handler, onClosed })
}

beforeEach(async () => {
  pages = await writeKioskPage()
})
afterEach(async () => {
  await shell?.close()
  shell = undefined
  await pages.remove()
  refused.length = 0
  vi.clearAllMocks()
})

async function openForm(options: Partial<FormViewOptions> = {}) {
  const form = await shell?.openForm({
    url: `${own}/complete?token=secret`,
    allowedOrigins: [],
    locale: 'es',
    barHeight: 96,
    onRefused: (each) => refused.push(each),
    ...options,
  })
  const [name, session] = [...fake.sessions].at(-1) ?? []
  const page = fake.pages.at(-1)
  if (!session || !page || name === undefined) throw new Error('no form was made')
  return { form, name, session, ...page }
}
const prevented = (
  contents: { emit(name: string, ...args: unknown[]): boolean },
  name: string,
  event: object,
  ...rest: unknown[]
) => {
  const preventDefault = vi.fn()
  contents.emit(name, { ...event, preventDefault }, ...rest)
  return preventDefault.mock.calls.length > 0
}

it('says what it must before Electron is ready, and gives way to a Foyer that runs', () => {
  const { electron, raw, app } = fakeElectron()
  expect(prepareElectron(electron)).toBe(true)
  expect(app.enableSandbox).toHaveBeenCalled()
  expect(raw.protocol.registerSchemesAsPrivileged).toHaveBeenCalledWith([
    { scheme: 'foyer', privileges: { standard: true, secure: true } },
  ])
  expect(app.commandLine.appendSwitch.mock.calls.join()).not.toContain('remote-debugging')
  app.requestSingleInstanceLock.mockReturnValue(false)
  expect(prepareElectron(electron)).toBe(false)
})

it('gives the preload to our own page alone, and every page the safe preferences', async () => {
  await start()
  const { preferences } = await openForm()
  const safe = {
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: false,
    disableDialogs: true,
    devTools: false,
  }
  expect(fake.pages[0]?.preferences).toMatchObject({ ...safe, preload: '/out/preload/index.cjs' })
  expect(preferences).toMatchObject(safe)
  expect(preferences).not.toHaveProperty('preload')
})

it('serves our own pages from memory, and our page nothing else', async () => {
  await start()
  const [session] = fake.sessions.values()
  const serve = session?.protocol.handle.mock.calls[0]?.[1] as (request: {
    url: string
  }) => Response
  const page = serve({ url: 'foyer://app/' })
  expect(await page.text()).toContain('<title>kiosk</title>')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(serve({ url: 'foyer://app/../package.json' }).status).toBe(404)
  expect(serve({ url: 'foyer://other/' }).status).toBe(404)
  const filter = session?.webRequest.onBeforeRequest.mock.lastCall?.[0] as Filter
  expect(decided(filter, 'foyer://app/app.js')).toBe(false)
  expect(decided(filter, 'https://example.com/')).toBe(true)
})

type Filter = (details: { url: string }, decide: (answer: { cancel: boolean }) => void) => void
const decided = (filter: Filter, url: string) => {
  let cancelled: boolean | undefined
  filter({ url }, ({ cancel }) => (cancelled = cancel))
  return cancelled
}

it('knows a command of our page by the page and its frame', async () => {
  const kiosk = await start()
  const contents = fake.pages[0]?.contents
  const call = contents?.ipc.handle.mock.calls[0]?.[1] as (
    event: object,
    raw: unknown,
  ) => Promise<unknown>
  const main = contents?.mainFrame
  const from = async (event: object) =>
    ((await call(event, { type: 'begin' })) as { sender: { isKioskPage: boolean } }).sender
      .isKioskPage
  expect(await from({ sender: contents, senderFrame: main })).toBe(true)
  expect(await from({ sender: contents, senderFrame: null })).toBe(false)
  expect(await from({ sender: {}, senderFrame: main })).toBe(false)
  expect(await from({ sender: contents, senderFrame: { ...main, parent: main } })).toBe(false)
  expect(await from({ sender: contents, senderFrame: { ...main, frameToken: 'x' } })).toBe(false)
  expect(
    await from({ sender: contents, senderFrame: { ...main, url: 'https://a.example/' } }),
  ).toBe(false)

  kiosk.show({ sequence: 1 } as View)
  expect(contents?.send).toHaveBeenLastCalledWith('foyer:view', { sequence: 1 })
  contents?.ipc.emit('foyer:ready', { sender: contents, senderFrame: { ...main, parent: main } })
  expect(contents?.send).toHaveBeenCalledTimes(1)
  contents?.ipc.emit('foyer:ready', { sender: contents, senderFrame: main })
  expect(contents?.send).toHaveBeenCalledTimes(2)
})

it('makes the page anew in another session, and wipes the old one', async () => {
  const kiosk = await start()
  await kiosk.renew()
  const [before, after] = fake.pages
  expect([...fake.sessions.keys()].filter((name) => name.startsWith('persist:'))).toEqual([])
  const [old, next] = [...fake.sessions.values()]
  expect(before?.contents.isDestroyed()).toBe(true)
  expect(after?.contents.isDestroyed()).toBe(false)
  expect(old?.clearStorageData).toHaveBeenCalled()
  expect(next?.clearStorageData).not.toHaveBeenCalled()
  expect(fake.raw.clipboard.text).toBe('')
  after?.contents.emit('render-process-gone')
  await vi.waitFor(() => expect(fake.pages).toHaveLength(3))
})

/** The function that a setter was given last. */
const handed = (setter: Mock) => setter.mock.lastCall?.[0] as (...args: unknown[]) => unknown

it('keeps a form in memory, behind the proxy, without permissions', async () => {
  await start()
  const { name, session } = await openForm()
  expect(name).not.toMatch(/^persist:/)
  expect(session.setProxy).toHaveBeenCalledWith({
    mode: 'fixed_servers',
    proxyRules: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
    proxyBypassRules: '<-loopback>',
  })
  const answer = vi.fn()
  handed(session.setPermissionRequestHandler)({}, 'media', answer)
  expect(answer).toHaveBeenCalledWith(false)
  expect(handed(session.setPermissionCheckHandler)()).toBe(false)
  expect(handed(session.setDevicePermissionHandler)()).toBe(false)
  expect(prevented(session, 'will-download', {}, { getURL: () => `${own}/a?b` })).toBe(true)
  expect(refused).toEqual([
    { what: 'permission', target: 'media' },
    { what: 'download', target: own },
  ])
})

it('lets a form reach its own origin and no other', async () => {
  await start()
  const { session, contents } = await openForm()
  const filter = session.webRequest.onBeforeRequest.mock.lastCall?.[0] as Filter
  expect(decided(filter, `${own}/a`)).toBe(false)
  expect(decided(filter, 'ws://127.0.0.1:4000/socket')).toBe(false)
  for (const url of [
    'https://a.example/',
    'ws://127.0.0.1:5000/',
    'file:///etc/passwd',
    'foyer://app/',
  ]) {
    expect(decided(filter, url)).toBe(true)
  }
  for (const name of ['will-frame-navigate', 'will-redirect']) {
    expect(prevented(contents, name, { url: `${own}/next` })).toBe(false)
    expect(prevented(contents, name, { url: 'https://a.example/' })).toBe(true)
    expect(prevented(contents, name, { url: 'mailto:a@a.example' })).toBe(true)
  }
  expect(prevented(contents, 'will-attach-webview', {})).toBe(true)
  expect(prevented(contents, 'will-prevent-unload', {})).toBe(true)
  const open = contents.setWindowOpenHandler.mock.lastCall?.[0] as (details: {
    url: string
  }) => unknown
  expect(open({ url: own })).toEqual({ action: 'deny' })
  expect(contents.setWebRTCIPHandlingPolicy).toHaveBeenCalledWith('disable_non_proxied_udp')
  const source = expect.stringContaining('resizeTo') as string
  expect(contents.debugger.sendCommand.mock.calls).toEqual(
    expect.arrayContaining([
      ['Page.setInterceptFileChooserDialog', { enabled: true }, undefined],
      ['Page.addScriptToEvaluateOnNewDocument', { source }, undefined],
    ]),
  )
})

it('lets a form neither move its window nor zoom, and gives it no colours of the screen', async () => {
  await start()
  const { contents, preferences } = await openForm()
  expect(prevented(contents, 'content-bounds-updated', {}, { x: 0, y: 0 })).toBe(true)
  expect(contents.setVisualZoomLevelLimits).toHaveBeenCalledWith(1, 1)
  expect(preferences['disableBlinkFeatures']).toContain('EyeDropperAPI')
})

it('confines documents whatever headers they bring', () => {
  const headers = confined({ 'content-security-policy': ["default-src 'self'"], Other: ['x'] })
  expect(headers['content-security-policy']).toEqual([
    "default-src 'self'",
    'sandbox allow-forms allow-same-origin allow-scripts',
  ])
  expect(headers['Permissions-Policy']?.[0]).toContain('camera=()')
  expect(headers['Other']).toEqual(['x'])
})

it('lets a page that no one meant to make go nowhere, and passes over no certificate error', async () => {
  await start()
  const { fakeContents } = await import('../../../../test/conformance/electron/fake-electron.ts')
  const stray = fakeContents(200)
  fake.app.emit('web-contents-created', {}, stray)
  expect(prevented(stray, 'will-frame-navigate', { url: 'foyer://app/' })).toBe(true)
  expect((stray.setWindowOpenHandler.mock.lastCall?.[0] as () => unknown)()).toEqual({
    action: 'deny',
  })
  const decide = vi.fn()
  expect(prevented(fake.app, 'certificate-error', {}, stray, own, 'x', {}, decide)).toBe(true)
  expect(decide).toHaveBeenCalledWith(false)
  expect(prevented(fake.app, 'login', {}, stray, {}, {}, vi.fn())).toBe(true)
  const key = { type: 'keyDown', key: 'n', control: true, alt: false, meta: false, shift: false }
  expect(prevented(stray, 'before-input-event', {}, key)).toBe(true)
  expect(prevented(stray, 'before-input-event', {}, { ...key, control: false })).toBe(false)
})

it('places a form under the bar, tells of touches, and says when it is gone', async () => {
  await start()
  const onActivity = vi.fn()
  const onGone = vi.fn()
  const { contents, session } = await openForm({ onActivity, onGone })
  for (const type of ['mouseMove', 'touchStart', 'rawKeyDown'])
    contents.emit('input-event', {}, { type })
  expect(onActivity).toHaveBeenCalledTimes(1)
  contents.emit('render-process-gone', {}, {})
  await vi.waitFor(() => expect(onGone).toHaveBeenCalledTimes(1))
  expect(contents.isDestroyed()).toBe(true)
  expect(session.clearStorageData).toHaveBeenCalled()
  expect(session.closeAllConnections).toHaveBeenCalled()
})

it('gives the keys to no form that is opened unseen', async () => {
  await start()
  const { contents } = await openForm({ hidden: true })
  expect(contents.focus).not.toHaveBeenCalled()
})

it('closes the form before when another is opened, and tells no one', async () => {
  await start()
  const onGone = vi.fn()
  const first = await openForm({ onGone })
  await openForm()
  expect(first.contents.isDestroyed()).toBe(true)
  expect(onGone).not.toHaveBeenCalled()
})

it('does not open what the service refuses, or what is not an address to open', async () => {
  await start({ status: 404 })
  expect((await openForm()).form).toEqual({
    ok: false,
    error: { kind: 'notLoaded', reason: 'answered with an error', status: 404 },
  })
  const made = fake.pages.length
  expect((await openForm({ url: 'http://a.example/' })).form).toMatchObject({ ok: false })
  expect(fake.pages).toHaveLength(made)
})

it('says when its window was closed from outside, not when it closes itself', async () => {
  await start()
  fake.windows[0]?.emit('closed')
  expect(onClosed).toHaveBeenCalledTimes(1)
})
