import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { View } from '../../../shared/ipc.ts'
import { openShell, type OpenedShell } from '../../../../test/conformance/electron/fake-shell.ts'

let opened: OpenedShell
afterEach(() => opened.close())
const view = { sequence: 1 } as View

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
  opened = await openShell({ onStarted: () => events.push('started') })
  events.push('open')
  await opened.kiosk.renew()
  expect(events).toEqual(['started', 'open'])
})

it.each([
  ['once it is renewed', () => opened.kiosk.renew()],
  ['when it is closed', () => opened.shell.close()],
])('leaves nothing copied and nothing marked for the next: %s', async (_when, end) => {
  opened = await openShell()
  const { clipboard } = opened
  expect([clipboard.text, clipboard.selection?.text]).toEqual(['copied', 'marked'])
  await end()
  expect([clipboard.text, clipboard.selection?.text]).toEqual(['', ''])
})

it('is renewed where nothing can be marked', async () => {
  opened = await openShell({ prepare: ({ clipboard }) => (clipboard.selection = undefined) })
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

it('makes another page when the one that it loads is gone before it stands', async () => {
  let isClosed = false
  opened = await openShell({ onClosed: () => (isClosed = true) })
  const first = opened.pages.length
  opened.onNextPages((contents) => {
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

it('makes another page when one is loaded and its program does not run', async () => {
  opened = await openShell()
  const first = opened.pages.length
  opened.onNextPages((contents) => (contents.isBlank = opened.pages.length === first + 1))
  vi.useFakeTimers()
  const renewed = opened.kiosk.renew()
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  await renewed
  const [blank, next] = opened.pages.slice(first)
  expect(blank?.contents.isDestroyed()).toBe(true)
  expect(theWindow().views.map(({ webContents }) => webContents)).toEqual([next?.contents])
})

it('is closed when no page can be made any more', async () => {
  let closed = 0
  opened = await openShell({ onClosed: () => (closed += 1) })
  const crashing = opened.newest()
  opened.onNextPages((contents) => {
    contents.network = () => Promise.reject(new Error('ERR_FAILED'))
  })
  crashing.crash()
  await expect.poll(() => closed).toBe(1)
})

it('takes a view while its page is gone, and hands it to the top frame of the next, which stands once it asks', async () => {
  opened = await openShell()
  const gone = opened.newest()
  opened.onNextPages((contents) => (contents.isBlank = true))
  gone.close()
  opened.kiosk.show(view)
  expect(gone.received).toEqual([])
  await expect.poll(() => opened.newest() !== gone && opened.newest().isHeard()).toBe(true)
  const { mainFrame } = opened.newest()
  opened.newest().becomeReady({ ...mainFrame, parent: mainFrame })
  expect(opened.newest().received).toEqual([])
  const stands = () => theWindow().views.some((each) => each.webContents === opened.newest())
  expect(stands()).toBe(false)
  opened.newest().becomeReady()
  expect(opened.newest().received).toEqual([['foyer:view', view]])
  await expect.poll(stands).toBe(true)
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

const theWindow = () => {
  const [window] = opened.windows
  if (!window) throw new Error('no window was made')
  return window
}

it('fills the screen also where Chromium has made its window smaller', async () => {
  opened = await openShell()
  const window = theWindow()
  window.resize({ x: 0, y: 0, width: 1079, height: 1919 })
  expect(window.bounds).toEqual({ x: 0, y: 0, width: 1080, height: 1921 })
  window.resize(window.bounds)
  expect(window.views.map(({ bounds }) => bounds)).toEqual([
    { x: 0, y: 0, width: 1080, height: 1920 },
  ])
})

it('leaves the rest of the screen free in a trial, also when its window is resized', async () => {
  opened = await openShell({ trial: { size: { width: 540, height: 960 } } })
  const place = { x: 0, y: 0, width: 540, height: 960 }
  const window = theWindow()
  expect(window.bounds).toEqual(place)
  window.resize(place)
  expect(window.sizesAskedFor).toBe(0)
  expect(window.views.map(({ bounds }) => bounds)).toEqual([place])
  expect(opened.shell.screenSize()).toEqual({ width: 540, height: 960 })
})

it('leaves a window small that is kept small', async () => {
  opened = await openShell()
  const window = theWindow()
  window.keepsItsSize = true
  const small = { x: 0, y: 0, width: 1079, height: 1919 }
  for (let times = 0; times < 9; times += 1) window.resize(small)
  expect(window.bounds).toEqual(small)
  expect(window.sizesAskedFor).toBeLessThan(9)
})

it('says when its window was closed from outside, not when it closes itself', async () => {
  let closed = 0
  opened = await openShell({ onClosed: () => (closed += 1) })
  theWindow().emit('closed')
  await opened.close()
  expect(closed).toBe(1)
})

describe('the camera', () => {
  const showing = (name: 'camera' | 'help') =>
    opened.kiosk.show({ sequence: 1, overlay: { name } } as View)
  beforeEach(async () => {
    opened = await openShell()
    showing('camera')
  })

  it('is nothing but a camera, in the page itself', () => {
    const page = opened.newest()
    const asks = (asked: object) => page.session.grants('media', page, asked)
    for (const asked of [
      { isMainFrame: true, mediaTypes: ['audio'], mediaType: 'audio' },
      { isMainFrame: true, mediaTypes: ['audio', 'video'] },
      { isMainFrame: true, mediaTypes: [] },
      { isMainFrame: false, mediaTypes: ['video'] },
    ])
      expect(asks(asked)).toEqual([])
    expect(page.session.grants('display-capture', page)).toEqual([])
    expect(asks({ isMainFrame: true, mediaTypes: ['video'] })).toContain('request')
    showing('help')
    expect(page.session.grants('media', page)).toEqual([])
  })

  it("is never a form's nor another page's, goes with the page, and is that of the next", async () => {
    const page = opened.newest()
    await opened.openForm()
    const form = opened.newest()
    expect(form.session.grants('media', form)).toEqual([])
    expect(page.session.grants('media', form)).toEqual([])
    await opened.kiosk.renew()
    expect(page.session.grants('media', page)).toEqual([])
    const next = opened.newest()
    expect(next.session.grants('media', next)).toEqual(['request', 'check'])
  })
})
