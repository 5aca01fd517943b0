import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import { ownPageHeaders } from '../pages.ts'
import type { Shell } from '../port.ts'
import { writeKioskPage, type KioskPages } from '../../../../test/conformance/subject.ts'
import { fakeElectron } from '../../../../test/conformance/electron/fake-electron.ts'
import { createElectronShell, prepareElectron } from './shell.ts'

// Electron's security checklist (https://www.electronjs.org/docs/latest/tutorial/security), item by item, in its order.
// 16 is held by scripts/electron-support.test.ts, 19 by cli/read-fuses.test.ts, 20 by src/preload/preload.test.ts.

const service = 'https://forms.example'
let fake: ReturnType<typeof fakeElectron>
let pages: KioskPages
let shell: Shell
const handler = vi.fn((_raw: unknown, sender: unknown) => Promise.resolve(sender))

const openForm = (url: string) =>
  shell.openForm({ url, allowedOrigins: [], locale: 'en', barHeight: 96 })
async function open() {
  fake = fakeElectron()
  prepareElectron(fake.electron)
  shell = await createElectronShell({
    electron: fake.electron,
    rendererDir: pages.folder,
    preload: '/out/preload/index.cjs',
  })
  await shell.openKiosk({ locale: 'en', handler, onClosed: vi.fn() })
  expect((await openForm(`${service}/c/1`)).ok).toBe(true)
}

beforeEach(async () => {
  pages = await writeKioskPage()
  await open()
})
afterEach(async () => {
  await shell.close()
  await pages.remove()
})

/** Preferences of the kiosk's page and of the form's: both must hold to what is said. */
const preferences = () => {
  expect(fake.pages).toHaveLength(2)
  return fake.pages.map((page) => page.preferences)
}
const sessions = () => {
  expect(fake.sessions.size).toBe(2)
  return [...fake.sessions.values()]
}
const switches = (): unknown[] => fake.app.commandLine.appendSwitch.mock.calls.flat()
type Handed = (...args: unknown[]) => unknown
const handed = (setter: Mock) => (setter.mock.lastCall as readonly Handed[])[0] as Handed

/** What the Electron shell and its preload are written in, tests left out. */
async function sources(): Promise<string> {
  const folders = [import.meta.dirname, join(import.meta.dirname, '..', '..', '..', 'preload')]
  const texts = folders.map(async (folder) => {
    const names = (await readdir(folder)).filter((name) => !/test|fake|conformance/.test(name))
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  })
  return (await Promise.all(texts)).flat().join('\n')
}

function isPrevented(
  contents: { emit(name: string, event: object): boolean },
  name: string,
  url = '',
) {
  const preventDefault = vi.fn()
  contents.emit(name, { url, preventDefault })
  return preventDefault.mock.calls.length > 0
}

describe("Electron's security checklist", () => {
  it('1. loads nothing over an insecure connection', async () => {
    expect(await openForm('http://forms.example/c/1')).toMatchObject({
      ok: false,
      error: { kind: 'notAllowed' },
    })
    for (const session of sessions())
      for (const url of [
        'http://forms.example/a.js',
        'ws://forms.example/',
        'ftp://forms.example/',
      ]) {
        const decide = vi.fn()
        handed(session.webRequest.onBeforeRequest)({ url }, decide)
        expect(decide).toHaveBeenCalledWith({ cancel: true })
      }
  })

  it('2. gives no page Node', () => {
    for (const each of preferences())
      expect(each).toMatchObject({
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
      })
  })

  it('3. isolates the preload from the page', () => {
    for (const each of preferences()) expect(each).toMatchObject({ contextIsolation: true })
  })

  it('4. runs every page in the sandbox', () => {
    expect(fake.app.enableSandbox).toHaveBeenCalled()
    for (const each of preferences()) expect(each).toMatchObject({ sandbox: true })
    expect(switches()).not.toContain('no-sandbox')
  })

  it('5. denies every permission that is asked for or looked up', () => {
    for (const session of sessions())
      for (const permission of ['media', 'geolocation', 'notifications', 'openExternal', 'usb']) {
        const answer = vi.fn()
        handed(session.setPermissionRequestHandler)({}, permission, answer)
        expect(answer).toHaveBeenCalledWith(false)
        expect(handed(session.setPermissionCheckHandler)({}, permission)).toBe(false)
        expect(handed(session.setDevicePermissionHandler)({})).toBe(false)
      }
  })

  it('6. leaves web security on', () => {
    for (const each of preferences()) expect(each).toMatchObject({ webSecurity: true })
    expect(switches()).not.toContain('disable-web-security')
  })

  it('7. gives our own pages a policy that lets in nothing from elsewhere', () => {
    const policy = ownPageHeaders['Content-Security-Policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const serve = handed(sessions()[0]?.protocol.handle as Mock) as unknown
    expect(serve).toBe('foyer')
    const answer = sessions()[0]?.protocol.handle.mock.calls[0]?.[1] as (request: {
      url: string
    }) => Response
    expect(answer({ url: 'foyer://app/' }).headers.get('content-security-policy')).toBe(policy)
  })

  it('8. runs no insecure content', () => {
    for (const each of preferences())
      expect(each).toMatchObject({ allowRunningInsecureContent: false })
  })

  it('9. has no experimental feature on', () => {
    for (const each of preferences()) expect(each).toMatchObject({ experimentalFeatures: false })
    expect(switches()).not.toContain('enable-experimental-web-platform-features')
  })

  it('10. enables no Blink feature', () => {
    for (const each of preferences()) expect(each).not.toHaveProperty('enableBlinkFeatures')
    expect(switches()).not.toContain('enable-blink-features')
  })

  it('11. knows no webview that could allow popups', async () => {
    for (const each of preferences()) expect(each).toMatchObject({ webviewTag: false })
    expect(await sources()).not.toContain('allowpopups')
  })

  it('12. attaches no webview, whatever its options', () => {
    for (const { contents } of fake.pages)
      expect(isPrevented(contents, 'will-attach-webview')).toBe(true)
  })

  it('13. lets each page go where it belongs and nowhere else', () => {
    const [kiosk, form] = fake.pages.map((page) => page.contents)
    for (const name of ['will-frame-navigate', 'will-redirect']) {
      const goes = (page: typeof kiosk, url: string) => page && !isPrevented(page, name, url)
      expect(goes(kiosk, 'foyer://app/?2')).toBe(true)
      expect(goes(kiosk, `${service}/c/1`)).toBe(false)
      expect(goes(kiosk, 'foyer://app.a.example/')).toBe(false)
      expect(goes(form, `${service}/c/2`)).toBe(true)
      expect(goes(form, `${service}.a.example/`)).toBe(false)
      expect(goes(form, 'foyer://app/')).toBe(false)
    }
  })

  it('14. opens no window', () => {
    for (const { contents } of fake.pages) {
      const decide = contents.setWindowOpenHandler.mock.lastCall?.[0] as (
        details: object,
      ) => unknown
      for (const url of [service, 'about:blank', 'mailto:a@a.example'])
        expect(decide({ url })).toEqual({ action: 'deny' })
    }
  })

  it('15. hands nothing to another program', async () => {
    expect(await sources()).not.toMatch(/openExternal|openPath|\bshell,|setAsDefaultProtocolClient/)
  })

  it('17. takes a command from the top frame of the kiosk page alone', async () => {
    const [kiosk, form] = fake.pages.map((page) => page.contents)
    const call = kiosk?.ipc.handle.mock.calls[0]?.[1] as (
      event: object,
    ) => Promise<{ isKioskPage: boolean }>
    const [sender, frame] = [kiosk, kiosk?.mainFrame]
    const isTaken = async (event: object) => (await call(event)).isKioskPage
    expect(await isTaken({ sender, senderFrame: frame })).toBe(true)
    for (const event of [
      { sender, senderFrame: null },
      { sender: form, senderFrame: frame },
      { sender, senderFrame: { ...frame, parent: frame } },
      { sender, senderFrame: { ...frame, frameToken: 'x' } },
      { sender, senderFrame: { ...frame, origin: 'null' } },
      { sender, senderFrame: { ...frame, origin: service } },
      { sender, senderFrame: { ...frame, url: `${service}/` } },
    ])
      expect(await isTaken(event)).toBe(false)
    expect(form?.ipc.handle).not.toHaveBeenCalled()
    expect(form?.ipc.eventNames()).toEqual([])
    expect(await sources()).not.toMatch(/ipcMain\b(?!\?\.removeAllListeners)/)
  })

  it('18. serves our own pages by a scheme of our own, never from file:', async () => {
    expect(fake.raw.protocol.registerSchemesAsPrivileged).toHaveBeenCalledWith([
      { scheme: 'foyer', privileges: { standard: true, secure: true } },
    ])
    const loaded = fake.pages.flatMap(({ contents }) => contents.loadURL.mock.calls.flat())
    expect(loaded).toEqual(['foyer://app/?0', 'about:blank', `${service}/c/1`])
    expect(await sources()).not.toMatch(/loadFile|file:\/\//)
  })
})

describe('beyond the checklist', () => {
  it('keeps other programs from picturing the window', () => {
    expect(fake.windows[0]?.setContentProtection.mock.calls).toEqual([[true]])
  })

  it('has no developer tools', () => {
    for (const each of preferences()) expect(each).toMatchObject({ devTools: false })
  })

  it('shuts the doors that a command line asks to be open for DevTools', () => {
    const removed = fake.app.commandLine.removeSwitch.mock.calls.flat()
    expect(removed).toEqual(
      expect.arrayContaining(['remote-debugging-port', 'remote-debugging-pipe']),
    )
    expect(switches()).not.toContain('remote-debugging-port')
  })

  it('checks no spelling, and so learns no word', () => {
    for (const each of preferences()) expect(each).toMatchObject({ spellcheck: false })
    for (const session of sessions())
      expect(session.setSpellCheckerEnabled).toHaveBeenCalledWith(false)
  })

  it('passes over no certificate error, and never sends a crash report', async () => {
    const [decide, preventDefault] = [vi.fn(), vi.fn()]
    fake.app.emit('certificate-error', { preventDefault }, {}, service, 'x', {}, decide)
    expect(decide).toHaveBeenCalledWith(false)
    expect(await sources()).not.toMatch(/crashReporter|setCertificateVerifyProc|ignore-certificate/)
  })

  it('loads no code from elsewhere into the main process or the preload', async () => {
    const text = await sources()
    expect(text).not.toMatch(/\beval\(|new Function\(|executeJavaScript|import\(['"]https?:/)
    expect(fake.pages.map((page) => page.preferences['preload'])).toEqual([
      '/out/preload/index.cjs',
      undefined,
    ])
  })
})
