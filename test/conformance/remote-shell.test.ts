import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import type { Theme } from '../../src/shared/display.ts'
import type { View } from '../../src/shared/ipc.ts'
import type { FormViewOptions, KioskOptions, Shell } from '../../src/main/shell/port.ts'
import type { FormView, Insets, OpenFormError } from '../../src/shared/windows.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { connectPeer, type Channel } from './peer.ts'
import { connectShell, serveShell } from './remote-shell.ts'

/** Two ends of a channel that writes everything as JSON, as the one between two processes does. */
function channels(): [Channel, Channel] {
  const wire = new EventEmitter()
  const end = (from: string, to: string): Channel => ({
    send: (message) => {
      const text = JSON.stringify(message)
      queueMicrotask(() => wire.emit(to, JSON.parse(text)))
    },
    onMessage: (listener) => wire.on(from, listener),
  })
  return [end('left', 'right'), end('right', 'left')]
}

/** A shell with state in place of windows. */
class FakeShell implements Shell {
  readonly kind = 'electron'
  kioskOptions: KioskOptions | undefined
  formOptions: FormViewOptions | undefined
  readonly shown: View[] = []
  renewals = 0
  isFormVisible = true
  insets: Insets | undefined
  zoom = 1
  theme: Theme = 'standard'
  language = ''
  areKeysShown = false
  readonly pressed: unknown[] = []
  papersClosed = 0
  isFormOpen = false
  isOpen = true
  /** Why forms are not opened. */
  refusal: OpenFormError | undefined
  openKiosk(options: KioskOptions) {
    this.kioskOptions = options
    return Promise.resolve({
      show: (view: View) => void this.shown.push(view),
      renew: () => Promise.resolve(void (this.renewals += 1)),
    })
  }
  screenSize() {
    return { width: 720, height: 1280 }
  }
  drawPdf(html: string) {
    return Promise.resolve(ok(Buffer.from(`%PDF ${html}`)))
  }
  openForm(options: FormViewOptions): Promise<Result<FormView, OpenFormError>> {
    if (!this.kioskOptions)
      return Promise.reject(new Error('the kiosk window is opened before a form'))
    if (this.refusal) return Promise.resolve(err(this.refusal))
    this.formOptions = options
    this.isFormOpen = true
    return Promise.resolve(
      ok({
        setVisible: (isVisible) => Promise.resolve(void (this.isFormVisible = isVisible)),
        setInsets: (insets) => Promise.resolve(void (this.insets = insets)),
        setZoom: (factor) => Promise.resolve(void (this.zoom = factor)),
        setTheme: (theme) => Promise.resolve(void (this.theme = theme)),
        setLanguage: (locale) => Promise.resolve(void (this.language = locale)),
        showKeys: (shown) => Promise.resolve(void (this.areKeysShown = shown)),
        press: (token, key) => void this.pressed.push([token, key]),
        closePaper: () => void (this.papersClosed += 1),
        enter: (at) => Promise.resolve(void this.pressed.push(at)),
        close: () => Promise.resolve(void (this.isFormOpen = false)),
      }),
    )
  }
  close() {
    this.isOpen = false
    return Promise.resolve()
  }
}

async function connected() {
  const [near, far] = channels()
  const shell = new FakeShell()
  const endpoints: unknown[] = []
  serveShell((tell) => {
    tell({ kiosk: 'ws://kiosk', form: undefined })
    return Promise.resolve(shell)
  }, far)
  const remote = await connectShell(near, (each) => endpoints.push(each))
  return { remote, shell, endpoints }
}
const noKiosk = { locale: 'en', handler: () => Promise.resolve({}), onClosed: () => undefined }

const address = {
  url: 'https://a.example/x',
  allowedOrigins: ['https://b.example'],
  locale: 'es',
  insets: { top: 96, bottom: 0 },
}

it('carries the kiosk: views, renewal, commands with their sender and their answer', async () => {
  const { remote, shell, endpoints } = await connected()
  expect(remote.kind).toBe('electron')
  expect(endpoints).toEqual([{ kiosk: 'ws://kiosk' }])
  let closed = 0
  const handler = (...given: unknown[]) => Promise.resolve({ given })
  const onClosed = () => (closed += 1)
  const window = await remote.openKiosk({ locale: 'en', handler, onClosed })
  window.show({ sequence: 3 } as View)
  await window.renew()
  expect(shell.shown).toEqual([{ sequence: 3 }])
  expect(shell.renewals).toBe(1)
  const answer = await shell.kioskOptions?.handler({ type: 'begin' }, { isKioskPage: false })
  expect(answer).toEqual({ given: [{ type: 'begin' }, { isKioskPage: false }] })
  shell.kioskOptions?.onClosed()
  await expect.poll(() => closed).toBe(1)
})

it('carries a form: its address, what it does, what becomes of it', async () => {
  const { remote, shell } = await connected()
  await remote.openKiosk(noKiosk)
  const told: unknown[] = []
  const opened = await remote.openForm({
    ...address,
    onRefused: (refused) => told.push(refused),
    onActivity: () => told.push('activity'),
    onSign: (sign) => told.push(sign),
    onGone: () => told.push('gone'),
    onDialog: ({ text }) => Promise.resolve(`heard ${text}`),
    onPicture: () => Promise.resolve('a picture'),
    onField: (field) => told.push(field?.token),
    onRealKey: () => told.push('real key'),
    onPaper: (open) => told.push(open ? 'paper' : 'no paper'),
    onLeave: (way) => told.push(way),
  })
  if (!opened.ok) throw new Error('not opened')
  expect(shell.formOptions).toMatchObject(address)
  await opened.value.setVisible(false)
  expect(shell.isFormVisible).toBe(false)
  await opened.value.setInsets({ top: 0, bottom: 200 })
  expect(shell.insets).toEqual({ top: 0, bottom: 200 })
  await opened.value.setZoom(2)
  await opened.value.setTheme('contrastDark')
  await opened.value.setLanguage('vi')
  expect(shell.zoom).toBe(2)
  expect(shell.theme).toBe('contrastDark')
  expect(shell.language).toBe('vi')
  await opened.value.showKeys(true)
  expect(shell.areKeysShown).toBe(true)
  opened.value.press('1', { type: 'delete' })
  await opened.value.enter('last')
  await expect.poll(() => shell.pressed).toEqual([['1', { type: 'delete' }], 'last'])
  opened.value.closePaper()
  await expect.poll(() => shell.papersClosed).toBe(1)
  expect(remote.screenSize()).toEqual({ width: 720, height: 1280 })
  shell.formOptions?.onRefused?.({ what: 'popup', target: 'https://c.example' })
  shell.formOptions?.onActivity?.()
  shell.formOptions?.onSign?.('document')
  shell.formOptions?.onGone?.()
  shell.formOptions?.onPaper?.(true)
  const field = { token: '1', kind: 'text', hides: false, lang: '', enter: 'enter' } as const
  shell.formOptions?.onField?.(field)
  shell.formOptions?.onField?.(undefined)
  shell.formOptions?.onRealKey?.()
  shell.formOptions?.onLeave?.('backward')
  const events = ['activity', 'document', 'gone', 'paper', '1', undefined, 'real key', 'backward']
  await expect.poll(() => told).toEqual([{ what: 'popup', target: 'https://c.example' }, ...events])
  const dialog = { kind: 'confirm', text: 'Send?', typed: '' } as const
  expect(await shell.formOptions?.onDialog?.(dialog)).toBe('heard Send?')
  await opened.value.close()
  expect(shell.isFormOpen).toBe(false)
})

it('tells of a form that was not opened, and closes', async () => {
  const { remote, shell } = await connected()
  await remote.openKiosk(noKiosk)
  const error = { kind: 'notLoaded', reason: 'answered with an error', status: 404 } as const
  shell.refusal = error
  expect(await remote.openForm(address)).toEqual({ ok: false, error })
  await remote.close()
  expect(shell.isOpen).toBe(false)
})

it('carries a PDF that was drawn, byte for byte', async () => {
  const { remote } = await connected()
  const drawn = await remote.drawPdf('ü')
  expect(drawn.ok && Buffer.from(drawn.value).toString()).toBe('%PDF ü')
})

it('brings what was thrown over there', async () => {
  const { remote } = await connected()
  await expect(remote.openForm(address)).rejects.toThrow('opened before a form')
  const [near, far] = channels()
  connectPeer(far, {})
  await expect(connectPeer(near, {}).call('constructor')).rejects.toThrow('no such method')
})
