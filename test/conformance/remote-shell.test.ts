import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import type { View } from '../../src/shared/ipc.ts'
import type { FormViewOptions, KioskOptions, Shell } from '../../src/main/shell/port.ts'
import type { FormView, OpenFormError } from '../../src/shared/windows.ts'
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
  openForm(options: FormViewOptions): Promise<Result<FormView, OpenFormError>> {
    if (!this.kioskOptions)
      return Promise.reject(new Error('the kiosk window is opened before a form'))
    if (this.refusal) return Promise.resolve(err(this.refusal))
    this.formOptions = options
    this.isFormOpen = true
    return Promise.resolve(
      ok({
        setVisible: (isVisible) => Promise.resolve(void (this.isFormVisible = isVisible)),
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
  barHeight: 96,
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
    onGone: () => told.push('gone'),
  })
  if (!opened.ok) throw new Error('not opened')
  expect(shell.formOptions).toMatchObject(address)
  await opened.value.setVisible(false)
  expect(shell.isFormVisible).toBe(false)
  shell.formOptions?.onRefused?.({ what: 'popup', target: 'https://c.example' })
  shell.formOptions?.onActivity?.()
  shell.formOptions?.onGone?.()
  await expect
    .poll(() => told)
    .toEqual([{ what: 'popup', target: 'https://c.example' }, 'activity', 'gone'])
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

it('brings what was thrown over there', async () => {
  const { remote } = await connected()
  await expect(remote.openForm(address)).rejects.toThrow('opened before a form')
  const [near, far] = channels()
  connectPeer(far, {})
  await expect(connectPeer(near, {}).call('constructor')).rejects.toThrow('no such method')
})
