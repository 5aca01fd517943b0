import { afterEach, expect, it, vi } from 'vitest'
import type { View } from '../../../shared/ipc.ts'
import type { FakeContents } from '../../../../test/conformance/electron/fake-electron.ts'
import { openShell, type OpenedShell } from '../../../../test/conformance/electron/fake-shell.ts'

let opened: OpenedShell
afterEach(() => opened.close())
const view = { sequence: 1 } as View

it('is renewed only once the page before is destroyed, and wipes its session after that', async () => {
  opened = await openShell()
  const old = opened.newest()
  const [session] = opened.sessions.values()
  old.close.mockImplementation(() => undefined)
  let renewed = false
  const renewing = opened.kiosk.renew().then(() => (renewed = true))
  await vi.waitFor(() => expect(old.close).toHaveBeenCalled())
  await new Promise(setImmediate)
  expect(renewed).toBe(false)
  expect(session?.clearStorageData).not.toHaveBeenCalled()
  old.emit('destroyed')
  await renewing
  expect(session?.clearStorageData).toHaveBeenCalled()
})

it('tells that its window is on its way before its page stands, and of no page after it', async () => {
  const events: string[] = []
  opened = await openShell(undefined, undefined, () => events.push('started'))
  events.push('open')
  await opened.kiosk.renew()
  expect(events).toEqual(['started', 'open'])
})

it('leaves nothing copied and nothing marked for the next', async () => {
  opened = await openShell()
  const { clipboard } = opened.raw
  expect([clipboard.text, clipboard.selection?.text]).toEqual(['copied', 'marked'])
  await opened.kiosk.renew()
  expect([clipboard.text, clipboard.selection?.text]).toEqual(['', ''])
})

it('is renewed where nothing can be marked', async () => {
  opened = await openShell(undefined, ({ raw }) => (raw.clipboard.selection = undefined))
  await opened.kiosk.renew()
  expect(opened.raw.clipboard.text).toBe('')
})

it('ends the page before also where the clipboard cannot be emptied', async () => {
  opened = await openShell()
  const old = opened.newest()
  opened.raw.clipboard.clear = () => {
    throw new Error('no clipboard')
  }
  await expect(opened.kiosk.renew()).rejects.toThrow('no clipboard')
  expect(old.isDestroyed()).toBe(true)
})

it('makes another page when the one that it loads is gone before it stands', async () => {
  const onClosed = vi.fn()
  opened = await openShell(onClosed)
  const first = opened.pages.length
  opened.app.once('web-contents-created', (_event: object, contents: FakeContents) =>
    contents.loadURL.mockImplementation(() => {
      setImmediate(() => contents.emit('render-process-gone', {}, {}))
      return new Promise(() => undefined)
    }),
  )
  await opened.kiosk.renew()
  const [crashed, next] = opened.pages.slice(first)
  expect(crashed?.contents.isDestroyed()).toBe(true)
  expect(next?.contents.isDestroyed()).toBe(false)
  opened.kiosk.show(view)
  expect(next?.contents.send).toHaveBeenCalledWith('foyer:view', view)
  expect(onClosed).not.toHaveBeenCalled()
})

it('is closed when no page can be made any more', async () => {
  const onClosed = vi.fn()
  opened = await openShell(onClosed)
  const crashing = opened.newest()
  opened.app.on('web-contents-created', (_event: object, contents: FakeContents) =>
    contents.loadURL.mockRejectedValue(new Error('ERR_FAILED')),
  )
  crashing.emit('render-process-gone', {}, {})
  await vi.waitFor(() => expect(onClosed).toHaveBeenCalledTimes(1))
})

it('takes a view while its page is gone, and hands it to the next', async () => {
  opened = await openShell()
  const gone = opened.newest()
  gone.close()
  opened.kiosk.show(view)
  expect(gone.send).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(opened.newest()).not.toBe(gone))
  await vi.waitFor(() => expect(opened.newest().ipc.eventNames()).not.toEqual([]))
  const frame = opened.newest().mainFrame
  opened.newest().ipc.emit('foyer:ready', { sender: opened.newest(), senderFrame: frame })
  expect(opened.newest().send).toHaveBeenCalledWith('foyer:view', view)
})

it('leaves no page behind when the shell is closed, and nothing in its session', async () => {
  opened = await openShell()
  await opened.close()
  expect(opened.pages.map(({ contents }) => contents.isDestroyed())).toEqual([true])
  expect(
    [...opened.sessions.values()].map((each) => each.clearStorageData.mock.calls.length),
  ).toEqual([1])
})

it('fills the screen also where Chromium has made its window smaller', async () => {
  opened = await openShell()
  const [window] = opened.windows
  if (!window) throw new Error('no window was made')
  window.bounds = { x: 0, y: 0, width: 1079, height: 1919 }
  window.emit('resize')
  expect(window.bounds).toEqual({ x: 0, y: 0, width: 1080, height: 1921 })
  window.emit('resize')
  expect(opened.views.at(-1)?.setBounds).toHaveBeenLastCalledWith({
    x: 0,
    y: 0,
    width: 1080,
    height: 1920,
  })
})

it('leaves a window small that is kept small', async () => {
  opened = await openShell()
  const [window] = opened.windows
  if (!window) throw new Error('no window was made')
  window.setBounds.mockImplementation(() => undefined)
  window.bounds = { x: 0, y: 0, width: 1079, height: 1919 }
  for (let times = 0; times < 9; times += 1) window.emit('resize')
  expect(window.setBounds.mock.calls.length).toBeLessThan(9)
})
