import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import type { View } from '../../src/shared/ipc.ts'
import type { FormViewOptions, KioskOptions, Shell } from '../../src/main/shell/port.ts'
import type { FormView } from '../../src/shared/windows.ts'
import { err, ok } from '../../src/shared/result.ts'
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

/** A shell that is connected to, with functions in place of windows. */
async function connected() {
  const [near, far] = channels()
  const show = vi.fn()
  const view = { setZoom: vi.fn(async () => {}), press: vi.fn(), close: vi.fn(async () => {}) }
  const shell = {
    kind: 'electron',
    openKiosk: vi.fn((_options: KioskOptions) =>
      Promise.resolve({ show, renew: () => Promise.resolve() }),
    ),
    screenSize: () => ({ width: 720, height: 1280 }),
    openForm: vi.fn((_options: FormViewOptions) =>
      Promise.resolve(ok(view as unknown as FormView)),
    ),
    drawPdf: (html: string) => Promise.resolve(ok(Buffer.from(`%PDF ${html}`))),
    close: vi.fn(() => Promise.resolve()),
  } satisfies Shell
  const endpoints: unknown[] = []
  serveShell((tell) => {
    tell({ kiosk: 'ws://kiosk', form: undefined })
    return Promise.resolve(shell)
  }, far)
  const remote = await connectShell(near, (each) => endpoints.push(each))
  return { remote, shell, show, view, endpoints }
}
const address = { url: 'https://a.example/x', allowedOrigins: [], locale: 'es' }
const form = { ...address, insets: { top: 96, bottom: 0 } }

it('carries the kiosk: views, commands with their sender and their answer, and its end', async () => {
  const { remote, shell, show, endpoints } = await connected()
  expect(endpoints).toEqual([{ kiosk: 'ws://kiosk' }])
  const onClosed = vi.fn()
  const handler = (...given: unknown[]) => Promise.resolve({ given })
  const window = await remote.openKiosk({ locale: 'en', handler, onClosed })
  window.show({ sequence: 3 } as View)
  await window.renew()
  expect(show).toHaveBeenCalledWith({ sequence: 3 })
  const [options] = shell.openKiosk.mock.calls[0] ?? []
  const answer = await options?.handler({ type: 'begin' }, { isKioskPage: false })
  expect(answer).toEqual({ given: [{ type: 'begin' }, { isKioskPage: false }] })
  options?.onClosed()
  await expect.poll(() => onClosed.mock.calls.length).toBe(1)
  expect(remote.screenSize()).toEqual({ width: 720, height: 1280 })
  await remote.close()
  expect(shell.close).toHaveBeenCalled()
})

it('carries a form: its address, what it does, and what becomes of it to those who listen', async () => {
  const { remote, shell, view } = await connected()
  const onField = vi.fn()
  const onDialog = ({ text }: { text: string }) => Promise.resolve(`heard ${text}`)
  const opened = await remote.openForm({ ...form, onField, onDialog })
  if (!opened.ok) throw new Error('not opened')
  await opened.value.setZoom(2)
  expect(view.setZoom).toHaveBeenCalledWith(2)
  opened.value.press('1', { type: 'delete' })
  await expect.poll(() => view.press.mock.calls).toEqual([['1', { type: 'delete' }]])
  const [options] = shell.openForm.mock.calls[0] ?? []
  expect(options).toMatchObject(form)
  expect(options).not.toHaveProperty('onLeave')
  options?.onField?.(undefined)
  await expect.poll(() => onField.mock.calls).toEqual([[undefined]])
  expect(await options?.onDialog?.({ kind: 'confirm', text: 'Send?', typed: '' })).toBe(
    'heard Send?',
  )
})

it('tells of a form that was not opened, brings what was thrown over there, and a PDF', async () => {
  const { remote, shell } = await connected()
  const error = { kind: 'notLoaded', reason: 'answered with an error', status: 404 } as const
  shell.openForm.mockResolvedValueOnce(err(error) as never)
  expect(await remote.openForm(form)).toEqual({ ok: false, error })
  shell.openForm.mockRejectedValueOnce(new Error('no kiosk'))
  await expect(remote.openForm(form)).rejects.toThrow('no kiosk')
  const [near, far] = channels()
  connectPeer(far, {})
  await expect(connectPeer(near, {}).call('constructor')).rejects.toThrow('no such method')
  const drawn = await remote.drawPdf('ü')
  expect(drawn.ok && Buffer.from(drawn.value).toString()).toBe('%PDF ü')
})
