import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import type { View } from '../../src/shared/ipc.ts'
import type { FormViewOptions, KioskOptions, Shell } from '../../src/main/shell/port.ts'
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

async function connected() {
  const [near, far] = channels()
  const kiosk = { show: vi.fn(), renew: vi.fn(() => Promise.resolve()) }
  const form = { setVisible: vi.fn(() => Promise.resolve()), close: vi.fn(() => Promise.resolve()) }
  let kioskOptions: KioskOptions | undefined
  let formOptions: FormViewOptions | undefined
  const shell = {
    kind: 'electron' as const,
    openKiosk: vi.fn((options: KioskOptions) => Promise.resolve(((kioskOptions = options), kiosk))),
    openForm: vi.fn((options: FormViewOptions) => {
      formOptions = options
      return Promise.resolve({ ok: true as const, value: form })
    }),
    close: vi.fn(() => Promise.resolve()),
  } satisfies Shell
  const onDriver = vi.fn()
  serveShell((tell) => {
    tell({ kiosk: 'ws://kiosk', form: undefined })
    return Promise.resolve(shell)
  }, far)
  const remote = await connectShell(near, onDriver)
  return {
    remote,
    shell,
    kiosk,
    form,
    onDriver,
    given: () => ({ kiosk: kioskOptions, form: formOptions }),
  }
}

const address = {
  url: 'https://a.example/x',
  allowedOrigins: ['https://b.example'],
  locale: 'es',
  barHeight: 96,
}

it('carries the kiosk: views, renewal, commands with their sender and their answer', async () => {
  const { remote, kiosk, given, onDriver } = await connected()
  expect(remote.kind).toBe('electron')
  expect(onDriver).toHaveBeenCalledWith({ kiosk: 'ws://kiosk' })
  const handler = vi.fn((raw: unknown) => Promise.resolve({ echo: raw }))
  const onClosed = vi.fn()
  const window = await remote.openKiosk({ locale: 'en', handler, onClosed })
  window.show({ sequence: 3 } as View)
  await window.renew()
  expect(kiosk.show).toHaveBeenCalledWith({ sequence: 3 })
  expect(kiosk.renew).toHaveBeenCalled()
  const answer = await given().kiosk?.handler({ type: 'begin' }, { isKioskPage: false })
  expect(handler).toHaveBeenCalledWith({ type: 'begin' }, { isKioskPage: false })
  expect(answer).toEqual({ echo: { type: 'begin' } })
  given().kiosk?.onClosed()
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalledTimes(1))
})

it('carries a form: its address, what it does, what becomes of it', async () => {
  const { remote, form, given } = await connected()
  const told = { onRefused: vi.fn(), onActivity: vi.fn(), onGone: vi.fn() }
  const opened = await remote.openForm({ ...address, ...told })
  if (!opened.ok) throw new Error('not opened')
  expect(given().form).toMatchObject(address)
  await opened.value.setVisible(false)
  expect(form.setVisible).toHaveBeenCalledWith(false)
  given().form?.onRefused?.({ what: 'popup', target: 'https://c.example' })
  given().form?.onActivity?.()
  given().form?.onGone?.()
  await vi.waitFor(() => expect(told.onGone).toHaveBeenCalledTimes(1))
  expect(told.onRefused).toHaveBeenCalledWith({ what: 'popup', target: 'https://c.example' })
  expect(told.onActivity).toHaveBeenCalledTimes(1)
  await opened.value.close()
  expect(form.close).toHaveBeenCalled()
})

it('tells of a form that was not opened, and closes', async () => {
  const { remote, shell } = await connected()
  const refusal = {
    ok: false,
    error: { kind: 'notLoaded', reason: 'answered with an error', status: 404 },
  } as const
  shell.openForm.mockResolvedValue(refusal as never)
  expect(await remote.openForm(address)).toEqual(refusal)
  await remote.close()
  expect(shell.close).toHaveBeenCalled()
})

it('brings what was thrown over there', async () => {
  const { remote, shell } = await connected()
  shell.openForm.mockRejectedValue(new Error('the kiosk window is opened before a form'))
  await expect(remote.openForm(address)).rejects.toThrow('opened before a form')
  const [near, far] = channels()
  connectPeer(far, {})
  await expect(connectPeer(near, {}).call('constructor')).rejects.toThrow('no such method')
})
