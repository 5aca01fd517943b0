import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPageHeaders } from '../../form-view/pages.ts'
import { isPrevented } from '../../../../test/conformance/electron/fake-event.ts'
import { openShell, type OpenedShell } from '../../../../test/conformance/electron/fake-shell.ts'
import { prepareElectron } from './shell.ts'

// Electron's security checklist (https://www.electronjs.org/docs/latest/tutorial/security), item by item, in its order.
// 16 is held by scripts/supply-chain.test.ts, 19 by scripts/read-fuses.test.ts, 20 by src/preload/preload.test.ts. A lint
// rule names the interfaces that the shell's code may not use at all (openExternal, loadFile, executeJavaScript,
// ipcMain, …).

const service = 'https://forms.example'
let fake: OpenedShell
const openForm = (url: string) => fake.openForm({ url })

beforeEach(async () => {
  fake = await openShell({
    handler: (_raw, sender) => Promise.resolve(sender),
    prepare({ electron, app }) {
      for (const name of ['remote-debugging-port', 'remote-debugging-pipe'])
        app.switches.set(name, '9222')
      prepareElectron(electron)
    },
  })
  expect((await openForm(`${service}/c/1`)).ok).toBe(true)
})
afterEach(() => fake.close())

const bothPages = () => {
  const [kiosk, form, ...others] = fake.pages
  if (!kiosk || !form || others.length > 0) throw new Error('there are not two pages')
  return { kiosk: kiosk.contents, form: form.contents }
}
/** Lists the preferences of the kiosk's page and of the form's: the checklist applies to both. */
const preferences = () => {
  expect(fake.pages).toHaveLength(2)
  return fake.pages.map((page) => page.preferences)
}
const sessions = () => {
  expect(fake.sessions.size).toBe(2)
  return [...fake.sessions.values()]
}

const noNode = {
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
}

describe("Electron's security checklist", () => {
  it.each([
    ['2. gives no page Node', noNode],
    ['3. isolates the preload from the page', { contextIsolation: true }],
    ['4. runs every page in the sandbox', { sandbox: true }],
    ['6. leaves web security on', { webSecurity: true }],
    ['8. runs no insecure content', { allowRunningInsecureContent: false }],
    ['9. has no experimental feature on', { experimentalFeatures: false }],
    ['11. knows no webview that could allow popups', { webviewTag: false }],
    ['beyond it: has no developer tools', { devTools: false }],
    ['beyond it: has no dialogs', { disableDialogs: true }],
    ['beyond it: checks no spelling', { spellcheck: false }],
  ])('%s: in every page', (_item, preference) => {
    for (const each of preferences()) expect(each).toMatchObject(preference)
  })

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
      ])
        expect(session.reaches(url), url).toBe(false)
  })

  it('4. runs every page in the sandbox', () => expect(fake.app.isSandboxed).toBe(true))

  it.each([
    ['4. runs every page in the sandbox', 'no-sandbox'],
    ['6. leaves web security on', 'disable-web-security'],
    ['9. has no experimental feature on', 'enable-experimental-web-platform-features'],
    ['10. enables no Blink feature', 'enable-blink-features'],
  ])('%s: by no switch (%s)', (_item, name) => expect(fake.app.switches.has(name)).toBe(false))

  it('5. denies every permission that is asked for or looked up', () => {
    for (const session of sessions())
      for (const permission of ['media', 'geolocation', 'notifications', 'openExternal', 'usb'])
        expect(session.grants(permission), permission).toEqual([])
  })

  it('7. gives our own pages a policy that lets in nothing from elsewhere', () => {
    const policy = ownPageHeaders['Content-Security-Policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const served = bothPages().kiosk.session.serve('foyer://app/')
    expect(served.headers.get('content-security-policy')).toBe(policy)
  })

  it('10. enables no Blink feature', () => {
    for (const each of preferences()) expect(each).not.toHaveProperty('enableBlinkFeatures')
  })

  it('12. attaches no webview, whatever its options', () => {
    for (const { contents } of fake.pages)
      expect(isPrevented(contents, 'will-attach-webview')).toBe(true)
  })

  it('13. lets each page go where it belongs and nowhere else', () => {
    const { kiosk, form } = bothPages()
    for (const by of ['will-frame-navigate', 'will-redirect'] as const) {
      expect(kiosk.goesTo('foyer://app/?2', by)).toBe(true)
      expect(kiosk.goesTo(`${service}/c/1`, by)).toBe(false)
      expect(kiosk.goesTo('foyer://app.a.example/', by)).toBe(false)
      expect(form.goesTo(`${service}/c/2`, by)).toBe(true)
      expect(form.goesTo(`${service}.a.example/`, by)).toBe(false)
      expect(form.goesTo('foyer://app/', by)).toBe(false)
    }
  })

  it('14. opens no window', () => {
    for (const contents of Object.values(bothPages()))
      for (const url of [service, 'about:blank', 'mailto:a@a.example'])
        expect(contents.opensWindow(url), url).toBe(false)
  })

  it('15. hands nothing to another program', () => {
    for (const contents of Object.values(bothPages()))
      for (const url of [
        'mailto:a@a.example',
        'tel:5550100',
        'ms-settings:',
        'file:///etc/passwd',
      ]) {
        expect(contents.goesTo(url), url).toBe(false)
        expect(contents.session.grants('openExternal')).toEqual([])
      }
  })

  it('17. takes a command from the top frame of the kiosk page alone', async () => {
    const { kiosk, form } = bothPages()
    const [sender, frame] = [kiosk, kiosk.mainFrame]
    const isTaken = async (event: object) =>
      ((await kiosk.call(event, { type: 'begin' })) as { isKioskPage: boolean }).isKioskPage
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
    expect(form.isHeard()).toBe(false)
  })

  it('18. serves our own pages by a scheme of our own, never from file:', () => {
    expect(fake.schemes).toEqual([
      { scheme: 'foyer', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ])
    const { kiosk, form } = bothPages()
    expect(kiosk.visited).toEqual([expect.stringMatching(/^foyer:\/\/app\/\?/)])
    expect(form.visited).toEqual(['about:blank', `${service}/c/1`])
    expect(kiosk.session.reaches('file:///etc/passwd')).toBe(false)
    expect(kiosk.session.reaches('foyer://app/app.js')).toBe(true)
    for (const address of ['foyer://app/../package.json', 'foyer://other/'])
      expect(kiosk.session.serve(address).status).toBe(404)
  })
})

describe('beyond the checklist', () => {
  it('keeps other programs from picturing the window', () => {
    expect(fake.windows.map((window) => window.isContentProtected)).toEqual([true])
  })

  it('keeps no session on the disk', () => {
    expect([...fake.sessions.keys()].join()).not.toContain('persist:')
  })

  it('shuts the doors that a command line asks to be open for DevTools', () => {
    expect([...fake.app.switches.keys()].filter((name) => name.startsWith('remote-'))).toEqual([])
  })

  it('checks no spelling, and so learns no word', () => {
    for (const session of sessions()) {
      expect(session.spelling).toEqual({ enabled: false, languages: [] })
      expect(session.dictionaries).toEqual([])
    }
  })

  it('passes over no certificate error, and never sends a crash report', () => {
    let isTrusted = true
    const decide = (trusts: boolean) => void (isTrusted = trusts)
    const error = [{}, service, 'net::ERR_CERT_AUTHORITY_INVALID', {}, decide]
    expect(isPrevented(fake.app, 'certificate-error', {}, ...error)).toBe(true)
    expect(isTrusted).toBe(false)
    expect([...fake.app.switches].filter(([name]) => /^ignore-cert|crash/.test(name))).toEqual([])
  })

  it('loads no code from elsewhere into the main process or the preload', () => {
    expect(fake.pages.map((page) => page.preferences['preload'])).toEqual([
      '/out/preload/index.cjs',
      undefined,
    ])
  })
})
