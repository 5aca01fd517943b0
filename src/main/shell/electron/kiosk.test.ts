import { afterEach, expect, it } from 'vitest'
import type { View } from '../../../shared/ipc.ts'
import type { FakeContents } from '../../../../test/conformance/electron/fake-contents.ts'
import { openShell, type OpenedShell } from '../../../../test/conformance/electron/fake-shell.ts'

let opened: OpenedShell
afterEach(() => opened.close())
const view = { sequence: 1 } as View
/** Runs `prepare` on every page that is made from now on, before anything is asked of it. */
const onNextPages = (prepare: (contents: FakeContents) => void) =>
  opened.app.on('web-contents-created', (_event: object, contents: FakeContents) =>
    prepare(contents),
  )

it('is renewed only once the page before is destroyed, and wipes its session after that', async () => {
  opened = await openShell()
  const old = opened.newest()
  old.session.fill()
  old.closesAtOnce = false
  let renewed = false
  const renewing = opened.kiosk.renew().then(() => (renewed = true))
  await expect.poll(() => old.isClosing).toBe(true)
  await new Promise(setImmediate)
  expect(renewed).toBe(false)
  expect(old.session.isEmpty()).toBe(false)
  old.destroy()
  await renewing
  expect(old.session.isEmpty()).toBe(true)
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
  const { clipboard } = opened
  expect([clipboard.text, clipboard.selection?.text]).toEqual(['copied', 'marked'])
  await opened.kiosk.renew()
  expect([clipboard.text, clipboard.selection?.text]).toEqual(['', ''])
})

it('is renewed where nothing can be marked', async () => {
  opened = await openShell(undefined, ({ clipboard }) => (clipboard.selection = undefined))
  await opened.kiosk.renew()
  expect(opened.clipboard.text).toBe('')
})

it('ends the page before also where the clipboard cannot be emptied', async () => {
  opened = await openShell()
  const old = opened.newest()
  opened.clipboard.clear = () => {
    throw new Error('no clipboard')
  }
  await expect(opened.kiosk.renew()).rejects.toThrow('no clipboard')
  expect(old.isDestroyed()).toBe(true)
  opened.clipboard.clear = () => undefined
})

it('leaves nothing copied and nothing marked when it is closed', async () => {
  opened = await openShell()
  const { clipboard } = opened
  await opened.shell.close()
  expect([clipboard.text, clipboard.selection?.text]).toEqual(['', ''])
})

it('makes another page when the one that it loads is gone before it stands', async () => {
  let isClosed = false
  opened = await openShell(() => (isClosed = true))
  const first = opened.pages.length
  onNextPages((contents) => {
    if (opened.pages.length > first + 1) return
    contents.network = () => {
      setImmediate(() => contents.crash())
      return new Promise(() => undefined)
    }
  })
  await opened.kiosk.renew()
  const [crashed, next] = opened.pages.slice(first)
  expect(crashed?.contents.isDestroyed()).toBe(true)
  expect(next?.contents.isDestroyed()).toBe(false)
  opened.kiosk.show(view)
  expect(next?.contents.received).toEqual([['foyer:view', view]])
  expect(isClosed).toBe(false)
})

it('is closed when no page can be made any more', async () => {
  let closed = 0
  opened = await openShell(() => (closed += 1))
  const crashing = opened.newest()
  onNextPages((contents) => {
    contents.network = () => Promise.reject(new Error('ERR_FAILED'))
  })
  crashing.crash()
  await expect.poll(() => closed).toBe(1)
})

it('takes a view while its page is gone, and hands it to the next', async () => {
  opened = await openShell()
  const gone = opened.newest()
  gone.close()
  opened.kiosk.show(view)
  expect(gone.received).toEqual([])
  await expect.poll(() => opened.newest() !== gone && opened.newest().isHeard()).toBe(true)
  opened.newest().becomeReady()
  expect(opened.newest().received).toEqual([['foyer:view', view]])
})

it('leaves no page behind when the shell is closed, and nothing in its session', async () => {
  opened = await openShell()
  opened.newest().session.fill()
  await opened.close()
  expect(opened.pages.map(({ contents }) => contents.isDestroyed())).toEqual([true])
  expect([...opened.sessions.values()].map((each) => each.isEmpty())).toEqual([true])
  expect(opened.windows.map((each) => each.isDestroyed())).toEqual([true])
})

it('closes the kiosk also when a form could not be wiped, and says that it was not', async () => {
  opened = await openShell()
  const { ok } = await opened.openForm()
  expect(ok).toBe(true)
  opened.newest().session.wipeFails = true
  await expect(opened.close()).rejects.toThrow('failed')
  expect(opened.pages.map(({ contents }) => contents.isDestroyed())).toEqual([true, true])
  expect(opened.windows.map((each) => each.isDestroyed())).toEqual([true])
})

it('fills the screen also where Chromium has made its window smaller', async () => {
  opened = await openShell()
  const [window] = opened.windows
  if (!window) throw new Error('no window was made')
  window.resize({ x: 0, y: 0, width: 1079, height: 1919 })
  expect(window.bounds).toEqual({ x: 0, y: 0, width: 1080, height: 1921 })
  window.resize(window.bounds)
  expect(window.views.map(({ bounds }) => bounds)).toEqual([
    { x: 0, y: 0, width: 1080, height: 1920 },
  ])
})

it('leaves the rest of the screen free in a trial, also when its window is resized', async () => {
  opened = await openShell(undefined, undefined, undefined, { size: { width: 540, height: 960 } })
  const [window] = opened.windows
  if (!window) throw new Error('no window was made')
  const place = { x: 0, y: 0, width: 540, height: 960 }
  expect(window.bounds).toEqual(place)
  window.resize(place)
  expect(window.sizesAskedFor).toBe(0)
  expect(window.views.map(({ bounds }) => bounds)).toEqual([place])
  expect(opened.shell.screenSize()).toEqual({ width: 540, height: 960 })
})

it('leaves a window small that is kept small', async () => {
  opened = await openShell()
  const [window] = opened.windows
  if (!window) throw new Error('no window was made')
  window.keepsItsSize = true
  const small = { x: 0, y: 0, width: 1079, height: 1919 }
  for (let times = 0; times < 9; times += 1) window.resize(small)
  expect(window.bounds).toEqual(small)
  expect(window.sizesAskedFor).toBeLessThan(9)
})
