import { afterEach, beforeEach, expect, it } from 'vitest'
import type { View } from '../../../shared/ipc.ts'
import type { Refused } from '../../../shared/windows.ts'
import type { FormViewOptions, Shell } from '../port.ts'
import { writeKioskPage, type KioskPages } from '../../../../test/conformance/subject.ts'
import { FakeContents } from '../../../../test/conformance/electron/fake-contents.ts'
import { fakeElectron } from '../../../../test/conformance/electron/fake-electron.ts'
import { isPrevented } from '../../../../test/conformance/electron/fake-event.ts'
import { createElectronShell, prepareElectron } from './shell.ts'

const own = 'http://127.0.0.1:4000'
const refused: Refused[] = []
let fake: ReturnType<typeof fakeElectron>
let pages: KioskPages
let shell: Shell | undefined
let closed = 0

async function start(options = {}) {
  fake = fakeElectron(options)
  shell = await createElectronShell({
    electron: fake.electron,
    rendererDir: pages.folder,
    readerDir: pages.folder,
    preload: '/out/preload/index.cjs',
  })
  return shell.openKiosk({
    locale: 'en',
    handler: (_raw, sender) => Promise.resolve(sender),
    onClosed: () => (closed += 1),
  })
}
/** The kiosk's page. */
function ownPage() {
  const page = fake.pages[0]
  if (!page) throw new Error('no page was made')
  return page.contents
}

beforeEach(async () => {
  pages = await writeKioskPage()
  closed = 0
})
afterEach(async () => {
  await shell?.close()
  shell = undefined
  await pages.remove()
  refused.length = 0
})

async function openForm(options: Partial<FormViewOptions> = {}) {
  const form = await shell?.openForm({
    url: `${own}/complete?token=secret`,
    allowedOrigins: [],
    locale: 'es',
    insets: { top: 96, bottom: 0 },
    onRefused: (each) => refused.push(each),
    ...options,
  })
  const [name, session] = [...fake.sessions].at(-1) ?? []
  const page = fake.pages.at(-1)
  if (!session || !page || name === undefined) throw new Error('no form was made')
  return { form, name, session, ...page }
}

it('says what it must before Electron is ready, and gives way to a Foyer that runs', () => {
  const { electron, app, schemes } = fakeElectron()
  expect(prepareElectron(electron)).toBe(true)
  expect(app.isSandboxed).toBe(true)
  expect(schemes).toEqual([
    { scheme: 'foyer', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  expect([...app.switches.keys()].join()).not.toContain('remote-debugging')
  app.isAlreadyRunning = true
  expect(prepareElectron(electron)).toBe(false)
})

it('is silent, but for a desk, which is heard before anybody has touched it', () => {
  const switchesOf = (options?: Parameters<typeof prepareElectron>[1]) => {
    const { electron, app } = fakeElectron()
    prepareElectron(electron, options)
    return [...app.switches.keys()]
  }
  expect(switchesOf()).toContain('mute-audio')
  expect(switchesOf()).not.toContain('autoplay-policy')
  expect(switchesOf({ isHeard: true })).not.toContain('mute-audio')
  expect(switchesOf({ isHeard: true })).toContain('autoplay-policy')
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
  const { session } = ownPage()
  const page = session.serve('foyer://app/')
  expect(await page.text()).toContain('<title>kiosk</title>')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(session.serve('foyer://app/../package.json').status).toBe(404)
  expect(session.serve('foyer://other/').status).toBe(404)
  expect(session.reaches('foyer://app/app.js')).toBe(true)
  expect(session.reaches('https://example.com/')).toBe(false)
})

it('knows a command of our page by the page and its frame', async () => {
  const kiosk = await start()
  const contents = ownPage()
  const main = contents.mainFrame
  const from = async (event: object) =>
    ((await contents.call(event, { type: 'begin' })) as { isKioskPage: boolean }).isKioskPage
  expect(await from({ sender: contents, senderFrame: main })).toBe(true)
  expect(await from({ sender: contents, senderFrame: null })).toBe(false)
  expect(await from({ sender: {}, senderFrame: main })).toBe(false)
  expect(await from({ sender: contents, senderFrame: { ...main, parent: main } })).toBe(false)
  expect(await from({ sender: contents, senderFrame: { ...main, frameToken: 'x' } })).toBe(false)
  expect(
    await from({ sender: contents, senderFrame: { ...main, url: 'https://a.example/' } }),
  ).toBe(false)

  kiosk.show({ sequence: 1 } as View)
  const message = ['foyer:view', { sequence: 1 }]
  expect(contents.received).toEqual([message])
  contents.becomeReady({ ...main, parent: main })
  expect(contents.received).toEqual([message])
  contents.becomeReady()
  expect(contents.received).toEqual([message, message])
})

it('makes the page anew in another session, and wipes the old one', async () => {
  const kiosk = await start()
  ownPage().session.fill()
  await kiosk.renew()
  const [before, after] = fake.pages
  expect([...fake.sessions.keys()].filter((name) => name.startsWith('persist:'))).toEqual([])
  expect(before?.contents.isDestroyed()).toBe(true)
  expect(after?.contents.isDestroyed()).toBe(false)
  expect(before?.contents.session.isEmpty()).toBe(true)
  expect(after?.contents.session).not.toBe(before?.contents.session)
  expect(fake.clipboard.text).toBe('')
  after?.contents.crash()
  await expect.poll(() => fake.pages.length).toBe(3)
})

it('keeps a form in memory, behind the proxy, without permissions', async () => {
  await start()
  const { name, session } = await openForm()
  expect(name).not.toMatch(/^persist:/)
  expect(session.proxy).toEqual({
    mode: 'fixed_servers',
    proxyRules: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
    proxyBypassRules: '<-loopback>',
  })
  expect(session.grants('media')).toEqual([])
  expect(session.downloads(`${own}/a?b`)).toBe(false)
  expect(refused).toEqual([
    { what: 'permission', target: 'media' },
    { what: 'download', target: own },
  ])
})

it('lets a form reach its own origin and no other', async () => {
  await start()
  const { session, contents } = await openForm()
  expect(session.reaches(`${own}/a`)).toBe(true)
  expect(session.reaches('ws://127.0.0.1:4000/socket')).toBe(true)
  for (const url of [
    'https://a.example/',
    'ws://127.0.0.1:5000/',
    'file:///etc/passwd',
    'foyer://app/',
  ]) {
    expect(session.reaches(url), url).toBe(false)
  }
  for (const by of ['will-frame-navigate', 'will-redirect'] as const) {
    expect(contents.goesTo(`${own}/next`, by)).toBe(true)
    expect(contents.goesTo('https://a.example/', by)).toBe(false)
    expect(contents.goesTo('mailto:a@a.example', by)).toBe(false)
  }
  expect(isPrevented(contents, 'will-attach-webview')).toBe(true)
  expect(isPrevented(contents, 'will-prevent-unload')).toBe(true)
  expect(contents.opensWindow(own)).toBe(false)
  expect(contents.webRTCPolicy).toBe('disable_non_proxied_udp')
  const { interceptsFileChooser, scripts } = contents.debugger.target()
  expect(interceptsFileChooser).toBe(true)
  expect(scripts.some(({ source }) => source.includes('resizeTo'))).toBe(true)
})

it('lets a form neither move its window nor zoom, and gives it no colours of the screen', async () => {
  await start()
  const { contents, preferences } = await openForm()
  expect(isPrevented(contents, 'content-bounds-updated', {}, { x: 0, y: 0 })).toBe(true)
  expect(contents.zoomLimits).toEqual([1, 1])
  expect(preferences['disableBlinkFeatures']).toContain('EyeDropperAPI')
})

it('confines documents whatever headers they bring', async () => {
  await start()
  const { session } = await openForm()
  const own = { 'content-security-policy': ["default-src 'self'"], Other: ['x'] }
  const headers = session.receive(own)
  expect(session.receive(own, 'image')).toEqual(own)
  expect(headers['content-security-policy']).toEqual([
    "default-src 'self'",
    'sandbox allow-forms allow-same-origin allow-scripts allow-top-navigation',
  ])
  expect(headers['Permissions-Policy']?.[0]).toContain('camera=()')
  expect(headers['Other']).toEqual(['x'])
})

it('lets a page that no one meant to make go nowhere, and passes over no certificate error', async () => {
  await start()
  const stray = new FakeContents(200)
  fake.app.emit('web-contents-created', {}, stray)
  expect(stray.goesTo('foyer://app/')).toBe(false)
  expect(stray.opensWindow(own)).toBe(false)
  const answers: unknown[] = []
  const answer = (...given: unknown[]) => answers.push(...given)
  expect(isPrevented(fake.app, 'certificate-error', {}, stray, own, 'x', {}, answer)).toBe(true)
  expect(answers).toEqual([false])
  // A password is asked of nobody: the answer names none.
  expect(isPrevented(fake.app, 'login', {}, stray, {}, {}, answer)).toBe(true)
  expect(answers).toEqual([false])
  const key = { type: 'keyDown', key: 'n', control: true, alt: false, meta: false, shift: false }
  expect(isPrevented(stray, 'before-input-event', {}, key)).toBe(true)
  expect(isPrevented(stray, 'before-input-event', {}, { ...key, control: false })).toBe(false)
})

it('places a form under the bar, tells of touches, and says when it is gone', async () => {
  await start()
  const told: string[] = []
  const { contents, session, view } = await openForm({
    onActivity: () => told.push('activity'),
    onGone: () => told.push('gone'),
  })
  expect(fake.windows[0]?.views.at(-1)).toBe(view)
  expect(view.bounds).toEqual({ x: 0, y: 96, width: 1080, height: 1920 - 96 })
  expect(contents.isFocused).toBe(true)
  for (const type of ['mouseMove', 'touchStart', 'rawKeyDown'])
    contents.emit('input-event', {}, { type })
  expect(told).toEqual(['activity'])
  session.fill()
  contents.crash()
  await expect.poll(() => told).toEqual(['activity', 'gone'])
  expect(contents.isDestroyed()).toBe(true)
  expect(session.isEmpty()).toBe(true)
  expect(fake.windows[0]?.views).not.toContain(view)
})

it('gives the keys to no form that is opened unseen', async () => {
  await start()
  const { contents, view } = await openForm({ hidden: true })
  expect(contents.isFocused).toBe(false)
  expect(view.isVisible).toBe(false)
})

it('closes the form before when another is opened, and tells no one', async () => {
  await start()
  let gone = 0
  const first = await openForm({ onGone: () => (gone += 1) })
  await openForm()
  expect(first.contents.isDestroyed()).toBe(true)
  expect(gone).toBe(0)
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
  expect(closed).toBe(1)
  await shell?.close()
  expect(closed).toBe(1)
})
