import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { fakeElectron } from '../../../../test/conformance/electron/fake-electron.ts'
import type { DeskView } from '../../../shared/desk/view.ts'
import type { DeskShell, DeskWindow } from '../desk-port.ts'
import type { TrialWindow } from '../trial-window.ts'
import { createElectronDeskShell } from './desk-shell.ts'

let folder: string
let fake: ReturnType<typeof fakeElectron>
let shell: DeskShell
let desk: DeskWindow
let happened: string[]
const view = { isPractice: true } as DeskView
beforeEach(async () => {
  folder = testFolder()
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  fake = fakeElectron()
  happened = []
  await start()
})
async function start(trial?: TrialWindow) {
  shell = await createElectronDeskShell({
    electron: fake.electron,
    pagesDir: folder,
    rendererDir: folder,
    readerDir: folder,
    preload: '/out/preload/index.cjs',
    trial,
  })
  desk = await shell.openDesk({
    handler: () => Promise.resolve({}),
    locale: 'en',
    onLockKey: () => happened.push('lock'),
    onClosed: () => happened.push('closed'),
  })
}
afterEach(() => shell.close())
const contents = () => {
  const newest = fake.pages.at(-1)?.contents
  if (!newest) throw new Error('there is no page')
  return newest
}
const theWindow = () => {
  const [only] = fake.windows
  if (!only) throw new Error('there is no window')
  return only
}

it('is one window that fits its screen, with a page as large as it', () => {
  expect(theWindow().isShown).toBe(true)
  expect(theWindow().bounds).toMatchObject({ width: 1080, height: 900 })
  theWindow().resize({ x: 0, y: 0, width: 1600, height: 1000 })
  expect(fake.pages.at(-1)?.view.bounds).toEqual({ x: 0, y: 0, width: 1600, height: 1000 })
})

it('stands where a trial says', async () => {
  await shell.close()
  fake = fakeElectron()
  await start({ size: { width: 1024, height: 800 }, at: { left: 40, top: 8 } })
  expect(theWindow().bounds).toEqual({ x: 40, y: 8, width: 1024, height: 800 })
})

it('hands the newest view to the page that takes the place of another, which is ended and emptied', async () => {
  const before = contents()
  desk.show(view)
  before.session.fill()
  await desk.renew()
  expect(before.isDestroyed()).toBe(true)
  expect(before.session.isEmpty()).toBe(true)
  expect(contents()).not.toBe(before)
  expect(contents().received).toEqual([['foyer:view', view]])
  expect(theWindow().views).toHaveLength(1)
  expect(happened).toEqual([])
})

it.each([
  [{ key: 'l', control: true }, true],
  [{ key: 'L', meta: true }, true],
  [{ key: 'l' }, false],
  [{ key: 'l', control: true, shift: true }, false],
  [{ key: 'l', control: true, alt: true }, false],
  [{ key: 'k', control: true }, false],
])('the keys %j lock the desk: %s', (pressed, locks) => {
  const none = { control: false, meta: false, alt: false, shift: false }
  const input = { type: 'keyDown', ...none, ...pressed }
  contents().emit('before-input-event', { preventDefault: () => undefined }, input)
  expect(happened).toEqual(locks ? ['lock'] : [])
})

it('tells once that its user closed the window, and nothing when Foyer does', async () => {
  theWindow().destroy()
  expect(happened).toEqual(['closed'])
  await shell.close()
  expect(happened).toEqual(['closed'])
})

it('ends with its page: nobody knows what it showed last', async () => {
  contents().crash()
  await expect.poll(() => happened).toEqual(['closed'])
})

describe('the window of a patient who has the screen', () => {
  const openVisit = async () => {
    const visit = await shell.openVisitShell()
    const closed: string[] = []
    const kiosk = await visit.openKiosk({
      handler: () => Promise.resolve({}),
      locale: 'en',
      onClosed: () => closed.push('closed'),
    })
    return { visit, kiosk, closed, page: contents() }
  }

  it('fills the screen over the desk’s, with a page and a session of its own', async () => {
    const deskPage = contents()
    const { visit, page } = await openVisit()
    expect(fake.windows).toHaveLength(2)
    expect(fake.windows[1]?.bounds).toMatchObject({ width: 1080, height: 1920 })
    expect(page).not.toBe(deskPage)
    expect(page.session).not.toBe(deskPage.session)
    expect(page.goesTo('foyer://app/index.html')).toBe(true)
    expect(page.goesTo('https://elsewhere.example/')).toBe(false)
    await visit.close()
  })

  it('is gone once it is closed, with what it kept and what was copied, and the desk’s is not', async () => {
    const deskPage = contents()
    const { visit, closed, page } = await openVisit()
    page.session.fill()
    await visit.close()
    expect(page.isDestroyed()).toBe(true)
    expect(page.session.isEmpty()).toBe(true)
    expect([fake.clipboard.text, fake.clipboard.selection?.text]).toEqual(['', ''])
    expect(fake.windows.map((each) => each.isDestroyed())).toEqual([false, true])
    expect(deskPage.isDestroyed()).toBe(false)
    expect([...closed, ...happened]).toEqual([])
    await desk.bringToFront()
    expect(theWindow().isFocused).toBe(true)
  })

  it('has a session that the desk’s page never has and the next patient’s has, and guards each page once', async () => {
    const listening = () => fake.app.listenerCount('web-contents-created')
    const before = listening()
    const first = await openVisit()
    await first.visit.close()
    await desk.renew()
    const ofDesk = contents().session
    const second = await openVisit()
    expect(second.page.session).toBe(first.page.session)
    expect(ofDesk).not.toBe(first.page.session)
    await second.visit.close()
    expect(listening()).toBe(before)
  })

  it('tells that it was closed from outside', async () => {
    const { visit, closed } = await openVisit()
    fake.windows[1]?.destroy()
    expect(closed).toEqual(['closed'])
    expect(happened).toEqual([])
    await visit.close()
  })
})
